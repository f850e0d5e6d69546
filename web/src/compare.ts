// Two minds side by side: a second session plays the same scenario and seed with another character or setting. It stands
// still by itself and is stepped to every tick that the first one shows, so that both are always at the same moment.
import { effect, signal } from "@preact/signals";
import type { Line } from "./link";
import { after, type Moment } from "./moment";
import type { FromLab, MindPlan, Stage } from "./messages/types";
import { live, moment, openLine, plan, restart, stage, tell } from "./store";

export interface Other {
  /** What is different about it: a setting of the scenario. */
  setting: string;
  stage: Stage | null;
  plan: MindPlan | null;
  before: Moment | null;
  now: Moment | null;
}

/** The second mind; `null` while only one is shown. */
export const other = signal<Other | null>(null);
/** The first moment at which the two creatures do or stand differently. */
export const parted = signal<{ tick: number; t: number; text: string } | null>(null);

/** Further apart than this they do not stand in the same place. */
const APART_M = 0.1;
const MOST_STEPS = 600;

let line: Line | null = null;
let stop: (() => void) | null = null;
let asked = 0;
/** What the first one did and where it stood, by tick, until the second one comes there. */
const first = new Map<number, { doing: string; x: number; z: number }>();

export function endCompare(): void {
  stop?.();
  line?.close();
  [line, stop] = [null, null];
  first.clear();
  other.value = parted.value = null;
}

/** Begins anew with two minds: this one, and one for which a setting is different. */
export function compareWith(setting: string): void {
  endCompare();
  const choice = stage.peek()?.choice;
  if (!choice) return;
  const { scenario, seed, set } = choice;
  const now: Other = { setting, stage: null, plan: null, before: null, now: null };
  other.value = now;
  let begun = false;
  const said = (message: FromLab) => {
    if (message.type === "welcome")
      line?.say({ type: "choose", scenario, seed, set: [...(set ?? []), setting] });
    if (message.type === "refused") {
      tell(message.mistakes[0]?.message ?? message.why, true);
      return endCompare();
    }
    // The lab's first scenario comes before the one that was asked for.
    if (message.type === "stage") begun = message.choice.set?.includes(setting) ?? false;
    if (!begun) return;
    if (message.type === "stage") {
      line?.say({ type: "pause" });
      [now.stage, now.before, now.now] = [message, null, null];
      first.clear();
      restart();
    }
    if (message.type === "mind") now.plan = message;
    other.value = { ...now };
  };
  line = openLine(
    {
      said,
      frame: (frame, blobs) => {
        if (!begun) return;
        now.before = now.now;
        now.now = after(now.now, frame, blobs);
        asked = 0;
        compare(now.now);
        other.value = { ...now };
      },
      state: () => {},
    },
    scenario,
  );
  stop = effect(() => {
    const shown = stage.value?.choice;
    // Beside another scenario or seed there is nothing to compare.
    if (shown && (shown.scenario !== scenario || shown.seed !== seed)) return queueMicrotask(endCompare);
    const here = moment.value ?? live.now;
    const name = plan.value?.creature;
    const at = stage.value?.creatures.findIndex((creature) => creature.name === name) ?? -1;
    const own = here?.creatures[at];
    if (!here || !own || here.clock.present !== null) return;
    first.set(here.tick, { doing: own.doing, x: own.at[0], z: own.at[2] });
    const there = now.now?.tick ?? 0;
    if (asked === 0 && now.now && there < here.tick) {
      asked = Math.min(MOST_STEPS, here.tick - there);
      line?.say({ type: "step", ticks: asked });
    }
  });
}

function compare(there: Moment): void {
  const here = first.get(there.tick);
  const at = stage.peek()?.creatures.findIndex((creature) => creature.name === plan.peek()?.creature) ?? -1;
  const own = there.creatures[at];
  for (const tick of first.keys()) if (tick <= there.tick) first.delete(tick);
  if (!here || !own || parted.peek()) return;
  const apart = Math.hypot(own.at[0] - here.x, own.at[2] - here.z);
  if (own.doing === here.doing && apart < APART_M) return;
  const text =
    own.doing === here.doing
      ? `Here they part: they stand ${apart.toFixed(1)} m apart.`
      : `Here they part: one does ${here.doing || "nothing"}, the other ${own.doing || "nothing"}.`;
  parted.value = { tick: there.tick, t: there.t, text };
}
