import { captions, moment, plan } from "../store";
import { startledAt } from "../captions";
import type { ActionPlan, ChoiceNow, ValuePlan } from "../messages/types";
import { WhyButton } from "./why";

const spaced = (name: string) => name.replaceAll("-", " ");

/** The tuple above one in the tree, by its place; -1 for the top. */
export function parentOf(actions: ActionPlan[], at: number): number {
  const depth = actions[at]?.depth ?? 0;
  for (let i = at - 1; i >= 0; i -= 1) if (actions[i]!.depth < depth) return i;
  return -1;
}

/** The best of an active tuple's rivals: those of its group that could be done and were weighed against it. */
export function runnerUp(actions: ActionPlan[], choices: ChoiceNow[], at: number): number | null {
  const [parent, depth] = [parentOf(actions, at), actions[at]?.depth];
  let best: number | null = null;
  actions.forEach((action, i) => {
    if (i === at || action.depth !== depth || parentOf(actions, i) !== parent) return;
    const value = choices[i]?.value ?? 0;
    if (choices[i]?.rival && (best === null || value > (choices[best]?.value ?? 0))) best = i;
  });
  return best;
}

/** How a value comes about: each input times its gain. A drive or an emotion keeps what it has, and what comes in pushes it. */
export function arithmetic(values: ValuePlan[], numbers: number[], at: number): string {
  const plan = values[at];
  if (!plan || plan.inputs.length === 0) return "";
  const level = plan.role === "drive" || plan.role === "emotion";
  const parts = plan.inputs.flatMap((input) => {
    const name = input.from === null ? "" : `${spaced(values[input.from]?.name ?? "?")} `;
    const number = input.from === null ? (input.constant ?? 1) : (numbers[input.from] ?? 0);
    const gain = input.gain_from === null ? (input.gain ?? 1) : (numbers[input.gain_from] ?? 0);
    const from = input.gain_from === null ? "" : `${spaced(values[input.gain_from]?.name ?? "?")} `;
    if (level && number * gain === 0) return [];
    return [`${name}${number.toFixed(2)} × ${from}${gain.toFixed(2)}`];
  });
  const kept = `${(numbers[at] ?? 0).toFixed(2)} kept`;
  if (level)
    return parts.length === 0 ? `${kept}; nothing pushes it now` : `${kept}; pushed by ${parts.join(" + ")}`;
  return parts.join(" + ");
}

/** What it does, about what, since when and why it began; and how clear the choice is. */
export function Headline() {
  const now = moment.value;
  const built = plan.value;
  const mind = now?.mind;
  const actions = built?.actions ?? [];
  const choices = mind?.choices ?? [];
  const active = choices.flatMap((choice, i) => (choice?.active ? [i] : []));
  const last = active.at(-1);
  if (!now || !mind || !built) return <p class="doing soft">Waiting for a mind…</p>;
  if (last === undefined)
    return (
      <div class="doing">
        <p>
          <strong>does nothing</strong>: no action is possible or worth anything now.{" "}
          <WhyButton about="doing nothing" />
        </p>
        <Startled />
      </div>
    );
  const choice = choices[last]!;
  const about = choice.object === null ? undefined : mind.beliefs.get(choice.object);
  const above = active.slice(0, -1).map((i) => spaced(actions[i]?.tuple ?? ""));
  const seconds = choice.since === null ? null : Math.max(0, now.t - choice.since);
  return (
    <div class="doing">
      <p>
        <strong>{spaced(actions[last]?.tuple ?? "")}</strong>
        {about && (
          <>
            {" "}
            — the {spaced(about.kind)}, {about.seen_as === null ? "which it does not see" : "which it sees"}
          </>
        )}
        {seconds !== null && `, for ${seconds.toFixed(1)} s`}
        {choice.began && `, because ${choice.began}`}.{" "}
        <WhyButton about={spaced(actions[last]?.tuple ?? "")} />
      </p>
      <p class="soft">
        {above.length > 0 && `To ${above.join(", to ")}. `}
        {clear(actions, choices, active)}
        {mind.travel && ` ${mind.travel[0]!.toUpperCase()}${mind.travel.slice(1)}.`}
      </p>
      <Startled />
    </div>
  );
}

/** In a narrow window, where panels stand below: what it does, in a line. */
export function Acts() {
  const now = moment.value;
  const choices = now?.mind?.choices ?? [];
  const last = choices.findLastIndex((choice) => choice?.active);
  const choice = choices[last];
  if (!now || !choice) return <p class="acts" />;
  const seconds = choice.since === null ? "" : ` for ${Math.max(0, now.t - choice.since).toFixed(1)} s`;
  return (
    <p class="acts">
      <b>{spaced(plan.value?.actions[last]?.tuple ?? "")}</b>
      {seconds}
      {choice.began && `, because ${choice.began}`}
    </p>
  );
}

/** The decision that was closest: the runner-up and the margin. */
function clear(actions: ActionPlan[], choices: ChoiceNow[], active: number[]): string {
  for (const at of active) {
    const rival = runnerUp(actions, choices, at);
    if (rival === null) continue;
    const [own, next] = [choices[at]!.value, choices[rival]!.value];
    const [name, other] = [spaced(actions[at]!.tuple), spaced(actions[rival]!.tuple)];
    const by = own >= next ? `ahead by ${(own - next).toFixed(2)}` : `behind by ${(next - own).toFixed(2)}`;
    return `${name} is worth ${own.toFixed(2)}, ${other} ${next.toFixed(2)}: ${by}.`;
  }
  const at = active[0];
  return at === undefined ? "" : `Worth ${choices[at]!.value.toFixed(2)}; nothing else could be done.`;
}

/** What startled it, to be opened for the numbers. */
function Startled() {
  const now = moment.value;
  const whose = plan.value?.creature;
  const caption = now && whose ? startledAt(captions.value, now.t, whose) : null;
  if (!caption) return null;
  return (
    <details class="startled">
      <summary>{caption.text}</summary>
      <p>{caption.detail || "No numbers were reported."}</p>
    </details>
  );
}
