// A camera that knows who matters: where to stand and where to look, so that the chosen creature is seen well, clear of what
// lies over the stage, and what it thinks about is in the picture, as far as both fit.
import { Vector3 } from "three";
import { likeOf } from "./like";
import type { CreatureShape, Picture, Point } from "./picture";

/** The chosen creature is drawn at least so tall, in pixels of the page, and as much nearer as the rest allows. */
const LEAST_PX = 64;
const WANTED_PX = 125;
/** Distances that are tried between the nearest and the farthest. */
const STEPS = 16;
/** How steep the camera looks down, and from which side. */
const DOWN = 0.6;
const ASIDE = -0.27;
/** Room that is left around what is looked at, in pixels: its label and its sign stand above it. */
const BESIDE_PX = 14;
const ABOVE_PX = 64;
const BELOW_PX = 10;
/** How far towards the edge a creature is put for the sake of what does not fit. */
const ASKEW = 0.7;
/** How wide a creature is, as a share of its height. */
const WIDE = 0.5;

export interface Framing {
  eye: Vector3;
  aim: Vector3;
}

/** A part of the stage, in pixels from its left top. */
export interface Part {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The stage as it is looked at: its size, the tangent of half the field of view, and its parts over which nothing lies, the best
 * first. */
export interface Looked {
  width: number;
  height: number;
  half: number;
  clear: Part[];
}

/** Something upright that is to be in the picture. */
interface Upright {
  at: Point;
  height: number;
  width: number;
}

const FORWARD = new Vector3(
  -Math.sin(ASIDE) * Math.cos(DOWN),
  -Math.sin(DOWN),
  -Math.cos(ASIDE) * Math.cos(DOWN),
);
const RIGHT = new Vector3().crossVectors(FORWARD, new Vector3(0, 1, 0)).normalize();
const UP = new Vector3().crossVectors(RIGHT, FORWARD);

/** What the chosen creature is about: where it believes what it attends to, else whoever speaks, else what it believes nearest. */
function mindedOf(picture: Picture, own: CreatureShape): Upright | null {
  const { minded } = picture;
  const speaker = picture.speech.find(({ id, at }) => at !== null && id !== own.id)?.at;
  if (speaker && !minded?.attended) return { at: speaker, height: own.height, width: own.height * WIDE };
  if (!minded) return null;
  const { half } = likeOf(minded, picture);
  return { at: minded.at, height: half.y * 2, width: half.x * 2 };
}

/** Between which numbers something may lie; the first is the greater where there is none. */
type Between = [number, number];

const both = (a: Between, b: Between): Between => [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
const isEmpty = ([least, most]: Between) => least > most;
const middle = ([least, most]: Between) => (least + most) / 2;

/** Where a camera may stand, to its right and up, so that something upright is within a part of the picture. */
function mayStand(one: Upright, part: Part, away: number, near: number, view: Looked): [Between, Between] {
  const pixel = view.height / (2 * view.half);
  const [feet, head] = [0, one.height].map((y) => new Vector3(one.at.x, one.at.y + y, one.at.z)) as [
    Vector3,
    Vector3,
  ];
  const [low, high] = [feet, head].map((point) => ({
    across: point.dot(RIGHT),
    up: point.dot(UP),
    // How many pixels a metre is there; what stands behind the camera is taken to stand just before it.
    scale: pixel / Math.max(away + point.dot(FORWARD) - near, away * 0.2),
  })) as [Record<"across" | "up" | "scale", number>, Record<"across" | "up" | "scale", number>];
  const scale = Math.max(low.scale, high.scale);
  const half = (one.width / 2) * scale;
  const [left, right] = [part.left + BESIDE_PX + half, part.right - BESIDE_PX - half].map(
    (x) => (x - view.width / 2) / scale,
  ) as Between;
  const top = (view.height / 2 - (part.top + ABOVE_PX)) / high.scale;
  const bottom = (view.height / 2 - (part.bottom - BELOW_PX)) / low.scale;
  return [
    [low.across - right, low.across - left],
    [high.up - top, low.up - bottom],
  ];
}

/** How to look at a picture; `null` if nobody is chosen. */
export function framing(picture: Picture, at: Point | null, view: Looked): Framing | null {
  const creature = picture.creatures.find((creature) => creature.id === picture.chosen);
  if (!creature || creature.hidden || view.height === 0) return null;
  const own: Upright = {
    at: at ?? creature.at,
    height: creature.height,
    width: creature.height * WIDE,
  };
  const minded = mindedOf(picture, creature);
  const near = new Vector3(own.at.x, own.at.y + own.height / 2, own.at.z).dot(FORWARD);
  const pixel = view.height / (2 * view.half);
  const [nearest, farthest] = [WANTED_PX, LEAST_PX].map((px) => (pixel * own.height) / px) as Between;
  const stand = (away: number, part: Part): Framing & { fits: boolean } => {
    const mine = mayStand(own, part, away, near, view);
    const its = minded ? mayStand(minded, part, away, near, view) : mine;
    const fits = [0, 1].every((axis) => !isEmpty(both(mine[axis]!, its[axis]!)));
    const [across, up] = [0, 1].map((axis) => {
      const common = both(mine[axis]!, its[axis]!);
      if (!isEmpty(common)) return middle(common);
      // Where both do not fit, the creature stays in and the other is looked towards.
      const [least, most] = mine[axis]!;
      const own = middle(mine[axis]!);
      const towards = Math.min(most, Math.max(least, middle(its[axis]!)));
      return least > most ? own : own + (towards - own) * ASKEW;
    }) as Between;
    const eye = new Vector3()
      .addScaledVector(RIGHT, across)
      .addScaledVector(UP, up)
      .addScaledVector(FORWARD, near - away);
    return { eye, aim: eye.clone().addScaledVector(FORWARD, away), fits };
  };
  for (let step = 0; step <= STEPS; step += 1) {
    const away = nearest + ((farthest - nearest) * step) / STEPS;
    for (const part of view.clear) {
      const found = stand(away, part);
      if (found.fits) return found;
    }
  }
  return stand(farthest, view.clear[0]!);
}
