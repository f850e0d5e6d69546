import { moment, plan } from "../store";
import { arithmetic, parentOf, runnerUp } from "../ui/headline";
import { WhyButton } from "../ui/why";
import type { ActionPlan, ChoiceNow } from "../messages/types";

/** The action tree: the lit path on top with its arithmetic and its closest rival; all others folded below. */
export function Choices() {
  const actions = plan.value?.actions ?? [];
  const choices = moment.value?.mind?.choices ?? [];
  if (actions.length === 0) return <p>This character has no actions.</p>;
  const lit = actions.flatMap((_, i) => (choices[i]?.active ? [i] : []));
  return (
    <>
      <p class="hint">The lit path is what it does, from the top of its action tree down.</p>
      {lit.length === 0 && <p>No action is possible or worth anything now.</p>}
      <ul>
        {lit.map((i) => (
          <Tuple key={`lit ${actions[i]!.tuple}`} at={i} depth={actions[i]!.depth} full />
        ))}
      </ul>
      <details open={lit.length === 0 || undefined}>
        <summary>All {actions.length} actions, and why not</summary>
        <ul>
          {actions.map((action, i) => (
            <Tuple key={`${i} ${action.tuple}`} at={i} depth={action.depth} />
          ))}
        </ul>
      </details>
    </>
  );
}

function Tuple({ at, depth, full = false }: { at: number; depth: number; full?: boolean }) {
  const built = plan.value!;
  const mind = moment.value?.mind;
  const [action, choice] = [built.actions[at]!, mind?.choices[at]];
  const about = choice && choice.object !== null ? mind?.beliefs.get(choice.object) : undefined;
  const since = choice?.since ?? null;
  const why = choice?.active ? (choice.began ?? "") : (choice?.because ?? "");
  return (
    <li
      class={choice?.active ? "tuple active" : "tuple"}
      style={{ "--depth": depth }}
      aria-current={choice?.active ? "true" : undefined}
    >
      <span class="called">
        {action.tuple} {about && <span class="badge">{about.kind}</span>}
        {full && about && <WhyButton about={`${action.tuple}: the ${about.kind}`} belief={about.belief} />}
      </span>
      <span class="worth">{choice ? choice.value.toFixed(2) : "–"}</span>
      {why && (
        <span class="why">
          {why}
          {since !== null && `; since ${since.toFixed(1)} s`}
        </span>
      )}
      {full && <Numbers at={at} />}
    </li>
  );
}

/** What a tuple is worth, as a sum, and how far its closest rival is behind. */
function Numbers({ at }: { at: number }) {
  const built = plan.value!;
  const mind = moment.value?.mind;
  const value = built.actions[at]?.value ?? null;
  const sum = value === null ? "" : arithmetic(built.values, mind?.values ?? [], value);
  return (
    <>
      {value !== null && (
        <span class="why mono">
          {built.values[value]?.name}
          {sum && ` ← ${sum}`}
        </span>
      )}
      <span class="why">{margin(built.actions, mind?.choices ?? [], at)}</span>
    </>
  );
}

function margin(actions: ActionPlan[], choices: ChoiceNow[], at: number): string {
  const rival = runnerUp(actions, choices, at);
  if (rival === null)
    return parentOf(actions, at) < 0 ? "Nothing else could be done." : "It has no rival in its group.";
  const by = (choices[at]?.value ?? 0) - (choices[rival]?.value ?? 0);
  const words = by >= 0 ? `${by.toFixed(2)} behind` : `${(-by).toFixed(2)} ahead`;
  return `Runner-up: ${actions[rival]!.tuple}, ${choices[rival]!.value.toFixed(2)}, ${words}.`;
}
