// What a believed thing looks like.
import type { Mark, Picture, ThingShape } from "./picture";

/** The thing that a ghost should look like: one of the kind and colour that is really there, else something small. */
export function likeOf(mark: Mark, picture: Picture): ThingShape {
  const same = picture.things.find((thing) => thing.kind === mark.kind && thing.colour === mark.colour);
  if (same) return same;
  const creature = picture.creatures.find((creature) => creature.kind === mark.kind);
  const half = creature ? { x: 0.2, y: creature.height / 2, z: 0.2 } : { x: 0.2, y: 0.25, z: 0.2 };
  return {
    id: 0,
    name: "",
    kind: mark.kind,
    colour: mark.colour,
    shape: "capsule",
    half,
    at: mark.at,
    yaw: 0,
    hidden: false,
  };
}
