// One moment as the page knows it: frames tell differences, this holds the sum. Every frame makes a new moment and shares
// with the one before what did not change.
import { patched as patch, probability } from "./messages/bytes";
import type {
  AskedPercept,
  BeliefNow,
  Blob as Piece,
  Caption,
  ChoiceNow,
  Clock,
  CreatureNow,
  Frame,
  GameNow,
  Happened,
  HistoryPoint,
  MotorNow,
  SearchNow,
  ThingNow,
  WallNow,
  WatchingNow,
} from "./messages/types";

export interface MapOf {
  bytes: Uint8Array;
  peak: [number, number] | null;
  entropyBits: number;
}

export interface Eye {
  columns: number;
  rows: number;
  pixels: Uint8Array;
  marks: [number, string | null][];
}

export interface MindState {
  creature: number;
  values: number[];
  beliefs: Map<number, BeliefNow>;
  attends: number | null;
  choices: ChoiceNow[];
  way: [number, number][];
  thought: string;
  travel: string;
  maps: Map<number, MapOf>;
  visible: Uint8Array | null;
  eye: Eye | null;
  percepts: AskedPercept[];
  history: HistoryPoint[];
  motor: MotorNow | null;
  search: SearchNow | null;
  watching: WatchingNow | null;
}

export interface CreatureState extends CreatureNow {
  /** Metres walked and the beginning of the movement under way, as far as this page has seen. */
  walked: number;
  began: number;
  joints: Uint8Array | null;
}

export interface Moment {
  tick: number;
  t: number;
  digest: string;
  clock: Clock;
  creatures: CreatureState[];
  things: Map<number, ThingNow>;
  walls: WallNow[];
  mind: MindState | null;
  happened: Happened[];
  story: Caption[];
  /** How the game stands, for a scenario that can be played as one. */
  game: GameNow | null;
}

const MASS_OF_BYTE = Float32Array.from({ length: 256 }, (_, byte) => probability(byte));

function patched(before: Uint8Array | null, blobs: Uint8Array, piece: Piece): Uint8Array {
  return patch(before ?? undefined, blobs.subarray(piece.at, piece.at + piece.length));
}

const CLOCK: Clock = { paused: false, speed: 1, over: false, earliest: 0, present: null, until: null };

function newMind(creature: number): MindState {
  return {
    creature,
    values: [],
    beliefs: new Map(),
    attends: null,
    choices: [],
    way: [],
    thought: "",
    travel: "",
    maps: new Map(),
    visible: null,
    eye: null,
    percepts: [],
    history: [],
    motor: null,
    search: null,
    watching: null,
  };
}

/** The moment after a frame. */
export function after(before: Moment | null, frame: Frame, blobs: Uint8Array): Moment {
  const base = frame.whole ? null : before;
  const things = new Map(base?.things);
  for (const id of frame.gone ?? []) things.delete(id);
  for (const thing of frame.things ?? []) things.set(thing.id, thing);
  const passed = before ? frame.t - before.t : 0;
  return {
    tick: frame.tick,
    t: frame.t,
    digest: frame.digest,
    clock: frame.clock ?? before?.clock ?? CLOCK,
    creatures: frame.creatures.map((now, i) =>
      creatureAfter(before?.creatures[i], now, frame, passed, base !== null, blobs),
    ),
    things,
    walls: frame.walls ?? base?.walls ?? [],
    mind: mindAfter(base?.mind ?? null, frame, blobs),
    happened: frame.happened ?? [],
    story: frame.story ?? [],
    game: frame.game ?? base?.game ?? null,
  };
}

function creatureAfter(
  before: CreatureState | undefined,
  now: CreatureNow,
  frame: Frame,
  passed: number,
  follows: boolean,
  blobs: Uint8Array,
): CreatureState {
  const same = before?.movement?.[0] === now.movement?.[0] && before?.movement?.[1] === now.movement?.[1];
  const began = same && before && passed >= 0 ? before.began : frame.t;
  const joints = follows ? (before?.joints ?? null) : null;
  return {
    ...now,
    walked: (before?.walked ?? 0) + now.speed * passed,
    began,
    joints: now.pose ? patched(joints, blobs, now.pose) : joints,
  };
}

function mindAfter(before: MindState | null, frame: Frame, blobs: Uint8Array): MindState | null {
  const now = frame.mind;
  if (!now) return before;
  const base = before && !now.whole ? before : newMind(now.creature);
  const beliefs = now.beliefs || now.forgotten ? new Map(base.beliefs) : base.beliefs;
  for (const belief of now.forgotten ?? []) beliefs.delete(belief);
  for (const belief of now.beliefs ?? []) beliefs.set(belief.belief, belief);
  const maps = now.maps || now.unmapped ? new Map(base.maps) : base.maps;
  for (const belief of now.unmapped ?? []) maps.delete(belief);
  for (const map of now.maps ?? []) {
    const bytes = patched(base.maps.get(map.belief)?.bytes ?? null, blobs, map.mass);
    maps.set(map.belief, { bytes, peak: map.peak, entropyBits: map.entropy_bits });
  }
  const choices = now.choices ? base.choices.slice() : base.choices;
  for (const choice of now.choices ?? []) choices[choice.tuple] = choice;
  let eye = base.eye;
  if (now.eye) {
    const same = eye && eye.columns === now.eye.columns && eye.rows === now.eye.rows;
    eye = { ...now.eye, pixels: patched(same && eye ? eye.pixels : null, blobs, now.eye.pixels) };
  }
  return {
    creature: now.creature,
    values: now.values ?? base.values,
    beliefs,
    attends: now.attends,
    choices,
    way: now.way ?? base.way,
    thought: now.thought ?? base.thought,
    travel: now.travel ?? base.travel,
    maps,
    visible: now.visible ? patched(base.visible, blobs, now.visible) : base.visible,
    eye,
    percepts: now.percepts ?? base.percepts,
    history: now.history ?? base.history,
    motor: now.motor ?? base.motor,
    search: now.search ?? base.search,
    watching: now.watching ?? base.watching,
  };
}

const decoded = new WeakMap<Uint8Array, Float32Array>();

/** Probabilities of a map's nodes. */
export function masses(map: MapOf): Float32Array {
  let array = decoded.get(map.bytes);
  if (!array) {
    array = Float32Array.from(map.bytes, (byte) => MASS_OF_BYTE[byte] ?? 0);
    decoded.set(map.bytes, array);
  }
  return array;
}
