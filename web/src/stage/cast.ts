// Who and what stands on the stage: creatures and things with their models, made when they are first shown, and a label
// for each.
import {
  CircleGeometry,
  Group,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  SkinnedMesh,
  Vector3,
  type MeshLambertMaterial,
} from "three";
import { AT_EASE, Body, hasBody } from "./body";
import type { CreatureShape, Joints, Picture, ThingShape } from "./picture";
import { discard, prop } from "./props";

/** Further than this between two frames is a jump, and is shown as one. */
const JUMP_M = 1.5;

/** What decides how something looks. */
interface Looks {
  id: number;
  kind: string;
  colour: string;
  form: string;
  height: number;
  /** For a body that the lab poses. */
  joints: Joints | null;
  /** Of the disc under its feet. */
  width: number;
  /** Makes it, where no model of ours stands for its kind. */
  make: () => Group;
}

interface Actor {
  root: Group;
  disc: Mesh;
  body: Body | null;
  plain: Group | null;
  /** Whether one sees through it. */
  thin: boolean;
  look: string;
  /** Metres that a thing with legs has walked, so that it moves them. */
  walked: number;
  last: { x: number; z: number; time: number };
  speed: number;
  size: { height: number; width: number };
}

/** How much is seen of what one sees through. */
const THIN = 0.3;
/** Just above the ground, so that it is not lost in it. */
const DISC_M = 0.02;
const DISC = new CircleGeometry(1, 20).rotateX(-Math.PI / 2);
const SHADE = new MeshBasicMaterial({ color: 0x20281c, transparent: true, opacity: 0.22, depthWrite: false });

const blend = (a: number, b: number, t: number) => a + (b - a) * t;

function blendAngle(a: number, b: number, t: number): number {
  const turn = MathUtils.euclideanModulo(b - a + Math.PI, 2 * Math.PI) - Math.PI;
  return a + turn * t;
}

export class Cast {
  readonly root = new Group();
  private readonly actors = new Map<number, Actor>();
  private discs = false;

  /** Soft discs under feet, for when real shadows cost too much. */
  shade(discs: boolean): void {
    this.discs = discs;
    for (const actor of this.actors.values()) actor.disc.visible = discs;
  }

  /** The object that stands for a creature or thing, for picking and labels. */
  object(id: number): Object3D | null {
    return this.actors.get(id)?.root ?? null;
  }

  /** The middle of everything that can be seen. */
  *middles(): Iterable<{ id: number; at: Vector3 }> {
    for (const [id, { root }] of this.actors) {
      if (!root.visible) continue;
      const { min, max } = this.sizeOf(id);
      yield { id, at: root.localToWorld(min.clone().add(max).multiplyScalar(0.5)) };
    }
  }

  /** Whether something is drawn as a plain shape, because no model stands for its kind. */
  isPlain(id: number): boolean {
    return this.actors.get(id)?.plain !== null;
  }

  /** Lets one see through these and no others. */
  seeThrough(ids: ReadonlySet<number>): void {
    for (const [id, actor] of this.actors) {
      const thin = ids.has(id);
      const ready = actor.body !== null || actor.plain !== null;
      if (actor.thin === thin || !ready) continue;
      actor.thin = thin;
      actor.root.traverse((node) => {
        if (!(node instanceof Mesh) || node === actor.disc) return;
        const material = node.material as MeshLambertMaterial;
        material.transparent = thin;
        material.opacity = thin ? THIN : 1;
        material.depthWrite = !thin;
        material.needsUpdate = true;
      });
    }
  }

  /** How far a creature or thing reaches, in its own axes: a box as high and as wide as it stands. */
  sizeOf(id: number): { min: Vector3; max: Vector3 } {
    const size = this.actors.get(id)?.size ?? { height: 1, width: 0.5 };
    const low = this.isPlain(id) ? -size.height / 2 : 0;
    const half = size.width / 3;
    return { min: new Vector3(-half, low, -half), max: new Vector3(half, low + size.height, half) };
  }

  /** Shows a moment between two frames; `t` runs from 0 (before) to 1 (now). */
  show(before: Picture, now: Picture, t: number): void {
    const gone = new Set(this.actors.keys());
    const earlier = new Map(before.things.map((thing) => [thing.id, thing]));
    for (const thing of now.things) {
      gone.delete(thing.id);
      this.showThing(earlier.get(thing.id) ?? thing, thing, t, now.time);
    }
    const came = new Map(before.creatures.map((creature) => [creature.id, creature]));
    for (const creature of now.creatures) {
      gone.delete(creature.id);
      this.showCreature(came.get(creature.id) ?? creature, creature, t, blend(before.time, now.time, t));
    }
    for (const id of gone) this.remove(id);
  }

  private actor(looks: Looks): Actor {
    const { id, kind, colour, height } = looks;
    const look = `${kind} ${colour} ${looks.form}`;
    const before = this.actors.get(id);
    if (before && before.look === look) return before;
    if (before) this.remove(id);
    const disc = new Mesh(DISC, SHADE);
    disc.scale.setScalar(looks.width);
    disc.visible = this.discs;
    disc.raycast = () => {};
    const last = { x: 0, z: 0, time: -1 };
    const actor: Actor = {
      root: new Group(),
      disc,
      body: null,
      plain: null,
      thin: false,
      look,
      walked: 0,
      last,
      speed: 0,
      size: { height, width: looks.width },
    };
    actor.root.userData["id"] = id;
    actor.root.add(disc);
    this.actors.set(id, actor);
    this.root.add(actor.root);
    const plainly = () => actor.root.add((actor.plain = looks.make()));
    if (!looks.joints && !hasBody(kind)) plainly();
    else {
      const made = Body.make(kind, height, colour, looks.joints);
      made.then(
        (body) => {
          if (this.actors.get(id) !== actor) return body.dispose();
          actor.body = body;
          body.pose(AT_EASE);
          actor.root.add(body.root);
        },
        // Without its model it is seen all the same.
        () => this.actors.get(id) === actor && plainly(),
      );
    }
    return actor;
  }

  private showThing(before: ThingShape, now: ThingShape, t: number, time: number): void {
    const { id, kind, colour, half } = now;
    const form = `${now.shape} ${half.x} ${half.y} ${half.z}`;
    const sizes = { height: half.y * 2, width: half.x * 1.3 };
    const actor = this.actor({ id, kind, colour, form, ...sizes, joints: null, make: () => prop(now) });
    actor.root.visible = !now.hidden;
    const jump = Math.hypot(now.at.x - before.at.x, now.at.z - before.at.z) > JUMP_M;
    const s = jump ? 1 : t;
    const x = blend(before.at.x, now.at.x, s);
    const z = blend(before.at.z, now.at.z, s);
    const feet = actor.body ? now.at.y - now.half.y : blend(before.at.y, now.at.y, s);
    actor.root.position.set(x, feet, z);
    actor.disc.position.y = DISC_M - feet;
    if (!actor.body) {
      actor.root.rotation.y = blendAngle(before.yaw, now.yaw, s);
      return;
    }
    // A thing has no legs of its own in the world: the model walks the way it is pushed.
    const step = Math.hypot(x - actor.last.x, z - actor.last.z);
    const passed = Math.max(time - actor.last.time, 0);
    if (step > 1e-4 && step < JUMP_M) {
      actor.walked += step;
      actor.root.rotation.y = blendAngle(
        actor.root.rotation.y,
        Math.atan2(x - actor.last.x, z - actor.last.z),
        0.2,
      );
    } else if (actor.last.time < 0) {
      actor.root.rotation.y = now.yaw + ((now.id * 2.4) % 6.28);
    }
    if (passed > 0) actor.speed = blend(actor.speed, step < JUMP_M ? step / passed : 0, 0.3);
    if (passed > 0 || step > 0) actor.last = { x, z, time };
    actor.body.pose({ ...AT_EASE, walked: actor.walked, speed: actor.speed, time });
  }

  private showCreature(before: CreatureShape, now: CreatureShape, t: number, time: number): void {
    const { id, colour, height } = now;
    const half = { x: height / 3, y: height / 2, z: height / 3 };
    const make = () => prop({ ...now, shape: "capsule", half, hidden: false });
    const kind = hasBody(now.name) ? now.name : now.kind;
    const { joints } = now;
    const form = `${height} ${joints?.model}`;
    const actor = this.actor({ id, kind, colour, form, height, width: height * 0.5, joints, make });
    actor.root.visible = !now.hidden;
    const jump = Math.hypot(now.at.x - before.at.x, now.at.z - before.at.z) > JUMP_M;
    const s = jump ? 1 : t;
    const y = actor.plain ? now.height / 2 : 0;
    actor.root.position.set(blend(before.at.x, now.at.x, s), now.at.y + y, blend(before.at.z, now.at.z, s));
    actor.disc.position.y = DISC_M - y;
    actor.root.rotation.y = blendAngle(before.yaw, now.yaw, s);
    const face: Record<string, number> = {};
    for (const name of new Set([...Object.keys(before.face), ...Object.keys(now.face)])) {
      face[name] = blend(before.face[name] ?? 0, now.face[name] ?? 0, s);
    }
    if (joints) return actor.body?.follow(before.joints ?? joints, joints, s, face);
    actor.body?.pose({
      walked: blend(before.walked, now.walked, s),
      speed: blend(before.speed, now.speed, s),
      headYaw: blendAngle(before.headYaw, now.headYaw, s),
      headPitch: blendAngle(before.headPitch, now.headPitch, s),
      movement: now.movement,
      face,
      time,
    });
  }

  private remove(id: number): void {
    const actor = this.actors.get(id);
    if (!actor) return;
    actor.body?.dispose();
    if (actor.plain) discard(actor.plain);
    actor.root.removeFromParent();
    this.actors.delete(id);
  }

  clear(): void {
    for (const id of [...this.actors.keys()]) this.remove(id);
  }
}

/** A see-through copy of what a creature believes to be somewhere. */
export class Ghost {
  readonly root = new Group();
  private plain: Group | null = null;
  private body: Body | null = null;
  private readonly materials: MeshLambertMaterial[] = [];

  constructor(like: ThingShape) {
    if (hasBody(like.kind)) {
      Body.make(like.kind, like.half.y * 2, like.colour, null).then(
        (body) => {
          this.body = body;
          body.pose(AT_EASE);
          this.root.add(body.root);
          this.thin(body.root);
        },
        () => this.makePlain(like),
      );
    } else this.makePlain(like);
  }

  private makePlain(like: ThingShape): void {
    this.plain = prop(like);
    this.plain.position.y = like.half.y;
    this.root.add(this.plain);
    this.thin(this.plain);
  }

  private thin(root: Object3D): void {
    root.traverse((node) => {
      if (!(node instanceof Mesh || node instanceof SkinnedMesh)) return;
      node.castShadow = false;
      // Over the map, which lies flat on the ground.
      node.renderOrder = 4;
      const material = node.material as MeshLambertMaterial;
      material.transparent = true;
      material.opacity = 0.4;
      material.depthWrite = false;
      this.materials.push(material);
    });
  }

  fade(opacity: number): void {
    for (const material of this.materials) material.opacity = opacity;
  }

  dispose(): void {
    this.body?.dispose();
    if (this.plain) discard(this.plain);
    this.root.removeFromParent();
  }
}
