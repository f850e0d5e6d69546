import { askWhy, plan, why } from "../store";
import { Sheet } from "./dialog";
import { whyOpen } from "./overlays";

/** Asks why; of one belief, or of everything. */
export function WhyButton({ about, belief = null }: { about: string; belief?: number | null }) {
  const creature = plan.value?.creature;
  if (!creature) return null;
  return (
    <button
      class="small why-asked"
      aria-haspopup="dialog"
      aria-label={`Why? (${about})`}
      onClick={() => askWhy(creature, belief)}
    >
      why?
    </button>
  );
}

/** What it sees, believes, feels and weighs in the moment that was asked about: the page of `piaget why`. */
export function Why() {
  const told = why.value;
  return (
    <Sheet open={whyOpen} title={told ? `Why does ${told.creature} do that?` : "Why?"}>
      {told && (
        <>
          <p>
            <strong>{told.answer}</strong>
          </p>
          {told.sections.map((section) => (
            <section key={section.title} aria-label={section.title}>
              <h3>{section.title}</h3>
              <ul class="reasons">
                {section.lines.map((line, i) => (
                  <li
                    key={i}
                    class={line.trimStart().startsWith("* ") ? "lit" : undefined}
                    style={{ "--depth": (line.length - line.trimStart().length) / 2 }}
                  >
                    {line.trimStart().replace(/^[*-] /, "")}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Sheet>
  );
}
