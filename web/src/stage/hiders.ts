// What stands between the camera and somebody who is to be seen: the stage then lets one see through it.
import { Vector3 } from "three";
import type { Picture } from "./picture";

/** Where somebody is looked at, as shares of the height, and how many of these must be hidden. */
const LOOKED_AT = [0.25, 0.55, 0.85];
const MOST_HIDDEN = 1;
/** How wide a creature stands in the way, as a share of its height. */
const WIDE = 0.2;

/** An upright box, turned about its middle. */
interface Box {
  middle: Vector3;
  half: Vector3;
  yaw: number;
}

export interface Hiders {
  /** Things and creatures, and walls. */
  ids: Set<number>;
  walls: Set<string>;
}

export const NO_HIDERS: Hiders = { ids: new Set(), walls: new Set() };

/** Whether a straight way leads through a box. */
function passes(from: Vector3, to: Vector3, { middle, half, yaw }: Box): boolean {
  const turned = (point: Vector3) =>
    point
      .clone()
      .sub(middle)
      .applyAxisAngle(new Vector3(0, 1, 0), -yaw);
  const [start, end] = [turned(from), turned(to)];
  let [enter, leave] = [0, 1];
  for (const axis of ["x", "y", "z"] as const) {
    const [at, way] = [start[axis], end[axis] - start[axis]];
    if (Math.abs(way) < 1e-9) {
      if (Math.abs(at) > half[axis]) return false;
      continue;
    }
    const [one, other] = [(-half[axis] - at) / way, (half[axis] - at) / way];
    [enter, leave] = [Math.max(enter, Math.min(one, other)), Math.min(leave, Math.max(one, other))];
  }
  return enter < leave;
}

/** All that hides the chosen creature, whose feet are drawn there, from an eye. */
export function hidersOf(picture: Picture, feet: Vector3, eye: Vector3): Hiders {
  const height = picture.creatures.find(({ id }) => id === picture.chosen)?.height ?? 0;
  const points = LOOKED_AT.map((share) => new Vector3(feet.x, feet.y + height * share, feet.z));
  const hides = (box: Box) => points.filter((point) => passes(eye, point, box)).length > MOST_HIDDEN;
  const found: Hiders = { ids: new Set(), walls: new Set() };
  for (const { name, x, z, length, thickness, height, yaw } of picture.walls) {
    const half = new Vector3(length / 2, height / 2, thickness / 2);
    if (hides({ middle: new Vector3(x, height / 2, z), half, yaw })) found.walls.add(name);
  }
  for (const { id, at, half, yaw, hidden } of picture.things) {
    const box = { middle: new Vector3(at.x, at.y, at.z), half: new Vector3(half.x, half.y, half.z), yaw };
    if (!hidden && hides(box)) found.ids.add(id);
  }
  for (const { id, at, height, hidden } of picture.creatures) {
    const half = new Vector3(height * WIDE, height / 2, height * WIDE);
    const box = { middle: new Vector3(at.x, at.y + height / 2, at.z), half, yaw: 0 };
    if (!hidden && id !== picture.chosen && hides(box)) found.ids.add(id);
  }
  return found;
}
