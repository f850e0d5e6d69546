// What the stage draws: the truth of one moment, and what one creature makes of it. Made from messages in `picture-of.ts`;
// the stage itself knows nothing of minds.
import type { Lattice } from "./heat";

export type Point = { x: number; y: number; z: number };

export interface Ground {
  minX: number;
  minZ: number;
  maxX: number;
  maxZ: number;
  /** Cells on which one cannot stand: x, z, width and depth. */
  blocked: [number, number, number, number][];
}

export interface WallShape {
  name: string;
  x: number;
  z: number;
  /** Length along its own x axis and thickness. */
  length: number;
  thickness: number;
  height: number;
  yaw: number;
}

export interface ThingShape {
  id: number;
  name: string;
  kind: string;
  colour: string;
  shape: string;
  /** Half sizes along x, y and z, before it is turned. */
  half: Point;
  at: Point;
  yaw: number;
  hidden: boolean;
}

/** A body whose every joint the lab tells: turns, places and the weights of its face. */
export interface Joints {
  model: string;
  scale: number;
  names: string[];
  moved: number[];
  morphs: string[];
  /** Four numbers a joint, three a moved joint, one a morph. */
  numbers: Int16Array;
}

export interface CreatureShape {
  id: number;
  name: string;
  kind: string;
  colour: string;
  height: number;
  at: Point;
  yaw: number;
  headYaw: number;
  headPitch: number;
  speed: number;
  walked: number;
  movement: { name: string; seconds: number } | null;
  face: Record<string, number>;
  joints: Joints | null;
  hidden: boolean;
}

/** Words that hang in the air, over whoever said them. */
export interface Speech {
  /** The speaker, if it is there to be seen. */
  id: number | null;
  at: Point | null;
  words: string;
}

/** A place in the chosen creature's mind. */
export interface Mark {
  belief: number;
  kind: string;
  colour: string;
  at: Point;
  confidence: number;
  seen: boolean;
  /** Where it was expected to be now. */
  expected: Point | null;
  /** Whether the action is about it. */
  attended: boolean;
}

export interface Sight {
  eye: Point;
  yaw: number;
  pitch: number;
  /** The whole horizontal angle, in radians. */
  angle: number;
  range: number;
}

export interface Picture {
  time: number;
  things: ThingShape[];
  creatures: CreatureShape[];
  walls: WallShape[];
  /** The creature that is looked into. */
  chosen: number | null;
  marks: Mark[];
  /** What the chosen creature's action is about, else what it believes nearest, whether marks are drawn or not. */
  minded: Mark | null;
  sight: Sight | null;
  gaze: Point | null;
  way: { x: number; z: number }[];
  heat: { lattice: Lattice; masses: ArrayLike<number> | null; inView: ArrayLike<number> | null } | null;
  /** Feelings worth a mark above the head in this moment: kind of violation. */
  alarms: { creature: number; sign: string; strength: number }[];
  speech: Speech[];
}
