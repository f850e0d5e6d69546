// What was felt and expected over time, kept while it is shown live, so that a person can look back over the last minutes.
import type { Moment } from "./moment";
import type { BeliefNow, MindPlan, ValuePlan } from "./messages/types";

export interface Violation {
  t: number;
  tick: number;
  kind: string;
  about: string;
}

/** At most so many moments: five minutes at thirty a second. */
const KEPT = 9000;

/** Happenings that are violations, and how long one lasts before it counts as another. */
const TOLD: Record<string, string> = { surprised: "surprise", confused: "confusion" };
const AGAIN_S = 0.5;

/** The weights of a belief's explanations at a moment. */
export interface Weighed {
  t: number;
  weights: [string, number][];
}

/** Weights are kept so often, and for so many moments: a minute. */
const WEIGH_S = 0.2;
const WEIGHED_KEPT = 300;

/** Expectation's own three: how unlikely, how much was missing, how sure. */
export const EXPECTING = ["salience", "confusion", "confidence"] as const;

export class Traces {
  readonly t: number[] = [];
  readonly expecting: (number | null)[][] = EXPECTING.map(() => []);
  readonly felt: number[][];
  readonly values: ValuePlan[];
  readonly violations: Violation[] = [];
  /** By belief, what each was taken to be doing. */
  readonly weighed = new Map<number, Weighed[]>();
  private readonly places: number[];
  private lastTick = -1;
  private readonly during = new Set<string>();

  constructor(readonly plan: MindPlan) {
    this.places = plan.values.flatMap((value, i) =>
      value.role === "drive" || value.role === "emotion" ? [i] : [],
    );
    this.values = this.places.map((i) => plan.values[i]!);
    this.felt = this.values.map(() => []);
  }

  add(moment: Moment): void {
    const mind = moment.mind;
    if (!mind || mind.values.length < this.plan.values.length || moment.tick <= this.lastTick) return;
    this.lastTick = moment.tick;
    const beliefs = [...mind.beliefs.values()];
    const most = (numbers: (number | null)[]) => {
      const known = numbers.filter((number) => number !== null);
      return known.length > 0 ? Math.max(...known) : null;
    };
    const salience = most(beliefs.map((belief) => belief.salience));
    const attended = mind.attends === null ? undefined : mind.beliefs.get(mind.attends);
    this.t.push(moment.t);
    // Salience has no upper end; s / (1 + s) is how unlikely the place was, from 0 to 1.
    this.expecting[0]!.push(salience === null ? null : salience / (1 + salience));
    this.expecting[1]!.push(most(beliefs.map((belief) => belief.confusion)));
    this.expecting[2]!.push(attended?.confidence ?? null);
    this.places.forEach((place, i) => this.felt[i]!.push(mind.values[place] ?? 0));
    this.note(moment, beliefs);
    this.weigh(moment.t, mind.beliefs);
    if (this.t.length > KEPT * 1.1) this.forget(this.t.length - KEPT);
  }

  /** A violation that lasts is marked where it begins. */
  private note(moment: Moment, beliefs: { belief: number; kind: string; violations: string[] }[]): void {
    const now = new Set<string>();
    for (const belief of beliefs) {
      for (const kind of belief.violations) {
        const key = `${belief.belief} ${kind}`;
        now.add(key);
        if (!this.during.has(key)) {
          this.violations.push({ t: moment.t, tick: moment.tick, kind, about: belief.kind });
        }
      }
    }
    // A mind without features of its own to expect tells its surprises as they happen.
    for (const { creature, event, about, t } of moment.happened) {
      const kind = TOLD[event];
      if (!kind || creature !== this.plan.creature) continue;
      const last = this.violations.findLast(
        (violation) => violation.kind === kind && violation.about === about,
      );
      if (!last || t - last.t > AGAIN_S) this.violations.push({ t, tick: moment.tick, kind, about });
    }
    this.during.clear();
    for (const key of now) this.during.add(key);
  }

  private weigh(t: number, beliefs: ReadonlyMap<number, BeliefNow>): void {
    for (const belief of this.weighed.keys()) if (!beliefs.has(belief)) this.weighed.delete(belief);
    for (const { belief, explanations } of beliefs.values()) {
      if (explanations.length === 0) continue;
      const past = this.weighed.get(belief) ?? [];
      if (past.length > 0 && t - past.at(-1)!.t < WEIGH_S) continue;
      past.push({ t, weights: explanations });
      if (past.length > WEIGHED_KEPT) past.shift();
      this.weighed.set(belief, past);
    }
  }

  private forget(count: number): void {
    for (const array of [this.t, ...this.expecting, ...this.felt]) array.splice(0, count);
    const first = this.t[0] ?? 0;
    while (this.violations[0] && this.violations[0].t < first) this.violations.shift();
  }
}
