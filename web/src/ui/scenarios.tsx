import { choose, stage, welcome } from "../store";
import { Sheet } from "./dialog";
import { scenariosOpen } from "./overlays";

/** Every scenario with what it shows and what to try. */
export function Scenarios() {
  const now = stage.value?.choice.scenario;
  return (
    <Sheet open={scenariosOpen} title="Choose a scenario">
      <div class="scenarios">
        {welcome.value?.scenarios.map((card) => (
          <button
            key={card.name}
            aria-current={card.name === now ? "true" : undefined}
            onClick={() => {
              scenariosOpen.value = false;
              choose({ scenario: card.name });
            }}
          >
            <b>{card.name}</b>
            <span>{card.shows}</span>
            <span class="try">{inThePage(card.try_this)}</span>
            <span class="soft">
              {card.creatures.join(", ")} · {Math.round(card.length_s)} s
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}

/** What a scenario's hint says to somebody with hands: its sentences for a command line are left out. */
export function inThePage(hint: string): string {
  const sentences = hint.split(/(?<=[.!?]) /).filter((sentence) => !sentence.includes("--"));
  return sentences.join(" ");
}
