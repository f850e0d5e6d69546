// A camera that knows who matters: where to stand and where to look, so that the chosen creature is seen well and what it
// thinks about is in the picture, as far as both fit.
import { Vector3 } from "three";
import type { Picture, Point } from "./picture";

/** The chosen creature is drawn at least so tall, in pixels of the page, and as much nearer as the rest allows. */
const LEAST_PX = 92;
const WANTED_PX = 118;
/** How far from the middle of the picture what is minded may be, as a share of the picture's half. */
const INSIDE = 0.72;
/** How far the camera looks from the creature towards that, across and in depth: the corners below are covered. */
const TOWARDS = { x: 0.38, z: 0.26 };
/** How steep the camera looks down, and from which side. */
const DOWN = 0.66;
const ASIDE = -0.27;

export interface Framing {
  eye: Vector3;
  aim: Vector3;
}

/** What the chosen creature is about: where it believes what it attends to, else whoever speaks. */
function mindedOf(picture: Picture): Point | null {
  const attended = picture.marks.find((mark) => mark.attended);
  return attended ? attended.at : (picture.speech[0]?.at ?? null);
}

/** How to look at a picture; `null` if nobody is chosen. `half` is the tangent of half the field of view. */
export function framing(
  picture: Picture,
  at: Point | null,
  view: { width: number; height: number; half: number },
): Framing | null {
  const creature = picture.creatures.find((creature) => creature.id === picture.chosen);
  if (!creature || creature.hidden) return null;
  const own = at ?? creature.at;
  // A pixel of the page is so many metres at one metre's distance.
  const metre = view.height / (2 * view.half);
  const [farthest, nearest] = [LEAST_PX, WANTED_PX].map((px) => (metre * creature.height) / px) as [
    number,
    number,
  ];
  const minded = mindedOf(picture);
  const aim = new Vector3(own.x, own.y + creature.height * 0.5, own.z);
  let away = nearest;
  if (minded) {
    const aspect = view.width / Math.max(view.height, 1);
    const [dx, dz] = [minded.x - own.x, minded.z - own.z];
    // On the screen what lies behind is as much higher as the camera looks down.
    const across = Math.abs(dx) / aspect;
    const up = Math.abs(dz) * Math.sin(DOWN);
    const wanted = Math.max(across * (1 - TOWARDS.x), up * (1 - TOWARDS.z)) / (INSIDE * view.half);
    away = Math.min(farthest, Math.max(nearest, wanted));
    // Where both do not fit, the creature stays in and the other is looked towards.
    const part = wanted > away ? away / wanted : 1;
    aim.x += dx * TOWARDS.x * part;
    aim.z += dz * TOWARDS.z * part;
  }
  const flat = away * Math.cos(DOWN);
  const eye = new Vector3(
    aim.x + Math.sin(ASIDE) * flat,
    aim.y + away * Math.sin(DOWN),
    aim.z + Math.cos(ASIDE) * flat,
  );
  return { eye, aim };
}
