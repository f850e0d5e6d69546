// `window.piaget`: what the page knows, for tests and for the curious. Reading it changes nothing.
import { masses, type Moment } from "./moment";
import { fps } from "./ui/stage-view";
import { plainNow, theStage } from "./ui/stage-view";
import { mappedBelief } from "./picture-of";
import type { Caption } from "./messages/types";
import { captions, link, live, plan, selected, showing, stage, traces } from "./store";
import type { Violation } from "./traces";

export interface Piaget {
  /** "opening", "open" or "cut". */
  readonly line: string;
  readonly scenario: string | null;
  readonly seed: number | null;
  /** The last moment that came, as frames told it. */
  readonly moment: Moment | null;
  /** Frames per second that the page draws. */
  readonly fps: number;
  /** The creature that is looked into. */
  readonly creature: string | null;
  /** How many nodes its maps have. */
  readonly nodes: number;
  readonly violations: readonly Violation[];
  /** Traces by name: times and numbers. */
  trace(name: string): { t: number[]; values: (number | null)[] } | null;
  /** The map of a belief: places and probabilities. */
  map(belief: number): { x: number; z: number; mass: number }[];
  /** The box around the chosen creature in the window, and which share of it is behind something that stands before it. */
  chosen(): { x: number; y: number; width: number; height: number; behind: number } | null;
  /** Creatures that are drawn as plain shapes, for want of a body. */
  readonly plain: readonly string[];
  /** The kind of thing whose map is drawn; `null` for none. */
  readonly mapOf: string | null;
  /** Sentences of the story so far. */
  readonly captions: readonly Caption[];
  /** Where a place of the world is in the window. */
  project(x: number, y: number, z: number): { x: number; y: number } | null;
}

declare global {
  interface Window {
    piaget: Piaget;
  }
}

function trace(name: string): { t: number[]; values: (number | null)[] } | null {
  const from = traces();
  if (!from) return null;
  const expecting = ["salience", "confusion", "confidence"].indexOf(name);
  if (expecting >= 0) return { t: [...from.t], values: [...(from.expecting[expecting] ?? [])] };
  const felt = from.values.findIndex((value) => value.name === name);
  return felt < 0 ? null : { t: [...from.t], values: [...(from.felt[felt] ?? [])] };
}

/** Hangs the object on the window. */
export function openWindow(): void {
  window.piaget = Object.freeze({
    get line() {
      return link.peek().is;
    },
    get scenario() {
      return stage.peek()?.choice.scenario ?? null;
    },
    get seed() {
      return stage.peek()?.choice.seed ?? null;
    },
    get moment() {
      return live.now;
    },
    get fps() {
      return fps.peek();
    },
    get creature() {
      return plan.peek()?.creature ?? null;
    },
    get nodes() {
      return plan.peek()?.lattice?.places.length ?? 0;
    },
    get violations() {
      return traces()?.violations ?? [];
    },
    trace,
    map(belief: number) {
      const [map, places] = [live.now?.mind?.maps.get(belief), plan.peek()?.lattice?.places];
      if (!map || !places) return [];
      const mass = masses(map);
      return places.map(([x, z], i) => ({ x: x / 100, z: z / 100, mass: mass[i] ?? 0 }));
    },
    chosen: () => theStage()?.chosenBox() ?? null,
    get plain() {
      return plainNow();
    },
    get mapOf() {
      const now = live.now;
      const belief = now && showing.peek().heat ? mappedBelief(now, selected.peek()) : null;
      return belief === null ? null : (now?.mind?.beliefs.get(belief)?.kind ?? null);
    },
    get captions() {
      return captions.peek();
    },
    project: (x: number, y: number, z: number) => theStage()?.project({ x, y, z }) ?? null,
  });
}
