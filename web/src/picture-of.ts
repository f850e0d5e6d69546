// From messages to what the stage draws.
import { masses, type CreatureState, type Moment } from "./moment";
import type {
  BeliefNow,
  BodyPlan,
  Caption,
  LatticePlan,
  ShapePlan,
  Stage,
  ThingNow,
  WallNow,
} from "./messages/types";
import type { Lattice } from "./stage/heat";
import type { CreatureShape, Joints, Mark, Picture, Point, ThingShape, WallShape } from "./stage/picture";

/** What a person chose to have drawn. */
export interface Showing {
  heat: boolean;
  marks: boolean;
  sight: boolean;
  way: boolean;
}

const point = ([x, y, z]: [number, number, number]): Point => ({ x, y, z });

const lattices = new WeakMap<LatticePlan, Lattice>();

function latticeOf(plan: LatticePlan): Lattice {
  let lattice = lattices.get(plan);
  if (!lattice) {
    const centres = new Float32Array(plan.places.length * 2);
    plan.places.forEach(([x, z], i) => centres.set([x / 100, z / 100], i * 2));
    lattice = { shape: plan.shape === "squares" ? "squares" : "hexagons", cell: plan.cell, centres };
    lattices.set(plan, lattice);
  }
  return lattice;
}

export function halfOf(shape: ShapePlan | null): Point {
  switch (shape?.form) {
    case "box":
      return { x: shape.size[0] / 2, y: shape.size[1] / 2, z: shape.size[2] / 2 };
    case "sphere":
      return { x: shape.radius, y: shape.radius, z: shape.radius };
    case "capsule":
    case "cylinder":
      return { x: shape.radius, y: shape.height / 2, z: shape.radius };
    default:
      return { x: 0.2, y: 0.2, z: 0.2 };
  }
}

function thing(now: ThingNow): ThingShape {
  const half = halfOf(now.shape);
  const at = { x: now.at[0], y: now.at[1] + half.y, z: now.at[2] };
  const { id, name, kind, colour, yaw, hidden } = now;
  return { id, name, kind, colour, shape: now.shape?.form ?? "capsule", half, at, yaw, hidden };
}

function wall(now: WallNow): WallShape {
  const [x, z] = now.at;
  const [length, thickness] = now.size;
  return { name: now.name, x, z, length, thickness, height: now.height, yaw: now.yaw };
}

function jointsOf(body: BodyPlan | null, bytes: Uint8Array | null): Joints | null {
  if (!body || !bytes) return null;
  const numbers = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const { model, joints, moved, morphs } = body;
  return { model, scale: body.metres_per_unit, names: joints, moved, morphs, numbers };
}

function creature(plan: Stage["creatures"][number], now: CreatureState, t: number): CreatureShape {
  const performing = now.movement && now.movement[1] === "begun";
  return {
    id: plan.id,
    name: plan.name,
    kind: plan.kind,
    colour: plan.colour,
    height: plan.height,
    at: point(now.at),
    yaw: now.yaw,
    headYaw: now.head_yaw,
    headPitch: now.head_pitch,
    speed: now.speed,
    walked: now.walked,
    movement:
      performing && now.movement ? { name: now.movement[0], seconds: Math.max(0, t - now.began) } : null,
    face: Object.fromEntries(now.face),
    joints: jointsOf(plan.body, now.joints),
    hidden: now.hidden ?? false,
  };
}

function mark(belief: BeliefNow, attends: number | null): Mark {
  return {
    belief: belief.belief,
    kind: belief.kind,
    colour: belief.colour,
    at: point(belief.at),
    confidence: belief.confidence,
    seen: belief.seen_as !== null,
    expected: belief.ghost ? point(belief.ghost) : null,
    attended: belief.belief === attends,
  };
}

/** The mark that is nearest to a place. */
function nearest(marks: Mark[], [x, , z]: [number, number, number]): Mark | null {
  const away = ({ at }: Mark) => Math.hypot(at.x - x, at.z - z);
  return marks.reduce<Mark | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
}

/** The belief whose map is drawn: the selected one, else the one that is attended to and not seen; else none. */
export function mappedBelief(moment: Moment, selected: number | null): number | null {
  const maps = moment.mind?.maps;
  if (!maps || maps.size === 0) return null;
  for (const belief of [selected, moment.mind?.attends ?? null]) {
    if (belief !== null && maps.has(belief)) return belief;
  }
  return null;
}

const SIGNS: Record<string, string> = { surprise: "!", disbelief: "!?", confusion: "?" };

/** The strongest sign worth a mark above a head. */
function signOf(now: CreatureState, violations: string[]): string | null {
  for (const kind of ["disbelief", "surprise", "confusion"])
    if (violations.includes(kind)) return SIGNS[kind] ?? null;
  const face = Object.fromEntries(now.face);
  if ((face["surprised"] ?? 0) > 0.35) return "!";
  if ((face["confused"] ?? 0) > 0.35) return "?";
  return null;
}

/** How a moment is looked at. */
export interface Looking {
  /** The belief that was picked, if one was. */
  selected: number | null;
  showing: Showing;
  throughEyes: boolean;
  /** Kinds of violations worth a sign now. */
  violated: string[];
  /** What is being said. */
  speech: Pick<Caption, "id" | "at" | "words">[];
}

export function pictureOf(
  stage: Stage,
  lattice: LatticePlan | null,
  moment: Moment,
  looking: Looking,
): Picture {
  const { selected, showing, throughEyes, violated, speech } = looking;
  const mind = moment.mind;
  const plan = mind ? stage.creatures[mind.creature] : undefined;
  const own = mind ? moment.creatures[mind.creature] : undefined;
  const belief = mappedBelief(moment, selected);
  const map = belief === null ? undefined : mind?.maps.get(belief);
  const alarms: Picture["alarms"] = [];
  stage.creatures.forEach((plan, i) => {
    const now = moment.creatures[i];
    const violations = mind?.creature === i ? violated : [];
    const sign = now ? signOf(now, violations) : null;
    if (sign) alarms.push({ creature: plan.id, sign, strength: 1 });
  });
  const marks = mind ? [...mind.beliefs.values()].map((belief) => mark(belief, mind.attends)) : [];
  const way =
    showing.way && own && mind && mind.way.length > 0 ? [[own.at[0], own.at[2]] as const, ...mind.way] : [];
  return {
    time: moment.t,
    things: [...moment.things.values()].map(thing),
    creatures: stage.creatures.flatMap((plan, i) => {
      const now = moment.creatures[i];
      return now ? [creature(plan, now, moment.t)] : [];
    }),
    walls: moment.walls.map(wall),
    chosen: plan?.id ?? null,
    marks: showing.marks ? marks : [],
    minded: marks.find(({ attended }) => attended) ?? (own ? nearest(marks, own.at) : null),
    sight:
      (showing.sight || throughEyes) && plan && own
        ? {
            eye: { x: own.at[0], y: own.at[1] + plan.eye_height, z: own.at[2] },
            yaw: own.yaw + own.head_yaw,
            pitch: own.head_pitch,
            angle: plan.field_of_view,
            range: plan.range,
          }
        : null,
    gaze: showing.sight && own?.gaze ? point(own.gaze) : null,
    way: way.map(([x, z]) => ({ x, z })),
    heat:
      showing.heat && lattice
        ? { lattice: latticeOf(lattice), masses: map ? masses(map) : null, inView: mind?.visible ?? null }
        : null,
    alarms,
    speech: speech.map(({ id, at, words }) => ({
      id: id ?? null,
      at: at ? point(at) : null,
      words: words ?? "",
    })),
  };
}
