import { moment, plan } from "../store";

/** The action tree: what each tuple is worth, which path is active, and why not the others. */
export function Choices() {
  const actions = plan.value?.actions ?? [];
  const mind = moment.value?.mind;
  return (
    <>
      <p class="hint">Each action with what it is worth now. The lit path is what the creature does.</p>
      {actions.length === 0 && <p>This character has no actions.</p>}
      <ul>
        {actions.map((action, i) => {
          const choice = mind?.choices[i];
          const about =
            choice?.object === null || choice?.object === undefined
              ? undefined
              : mind?.beliefs.get(choice.object);
          return (
            <li
              key={`${i} ${action.tuple}`}
              class={choice?.active ? "tuple active" : "tuple"}
              style={{ "--depth": action.depth }}
              aria-current={choice?.active ? "true" : undefined}
            >
              <span class="called">
                {action.tuple} {about && <span class="badge">{about.kind}</span>}
              </span>
              <span class="worth">{choice ? choice.value.toFixed(2) : "–"}</span>
              {choice?.because && <span class="why">{choice.because}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
