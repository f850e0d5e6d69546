// A character's body on the stage: one of our own models, posed from what a frame says of it. Everything that is shown is
// a function of the frame, so that scrubbing back shows the same picture again.
import {
  AnimationMixer,
  Bone,
  BufferAttribute,
  Color,
  Euler,
  Group,
  MathUtils,
  Mesh,
  MeshLambertMaterial,
  Object3D,
  Quaternion,
  SkinnedMesh,
  Sphere,
  Vector3,
  type AnimationAction,
  type AnimationClip,
  type BufferGeometry,
} from "three";
import { GLTFLoader, type GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { named } from "./colours";
import { modelUrl } from "./models";
import type { Joints } from "./picture";
import { clone } from "three/examples/jsm/utils/SkeletonUtils.js";

/** Which body stands for a kind, the colour it has by nature, and what it is dyed with whatever its colour. */
interface Model {
  file: string;
  natural?: string;
  dye?: { colour: number; tone: number };
}

const MODEL_OF_KIND: Record<string, Model> = {
  dog: { file: "terrier", natural: "brown" },
  sheep: { file: "sheep", natural: "white" },
  wolf: { file: "terrier", dye: { colour: 0x5d6470, tone: 0.75 } },
  shepherd: { file: "walker", dye: { colour: 0x3f6ea8, tone: 0.55 } },
  person: { file: "walker", natural: "red" },
  onlooker: { file: "walker", dye: { colour: 0x8a6fae, tone: 0.6 } },
  butler: { file: "walker", dye: { colour: 0x1c1f26, tone: 0.85 } },
  owner: { file: "walker", dye: { colour: 0x8c3b2e, tone: 0.6 } },
  keeper: { file: "walker", dye: { colour: 0x4f7a3a, tone: 0.6 } },
  cat: { file: "terrier", dye: { colour: 0x2a2a30, tone: 0.8 } },
  mouse: { file: "max", natural: "brown" },
  max: { file: "max", natural: "brown" },
  morris: { file: "morris", natural: "blue" },
  forager: { file: "max", dye: { colour: 0xb9814a, tone: 0.35 } },
  raccoon: { file: "max", dye: { colour: 0x6b6f78, tone: 0.8 } },
};

/** How strongly a colour that is not a body's own dyes it. */
const DYE_TONE = 0.7;

/** How a body is held in one moment. */
export interface Posture {
  /** Metres walked since the beginning: it decides where in its stride the body is. */
  walked: number;
  speed: number;
  headYaw: number;
  headPitch: number;
  /** The movement under way and how long it has been going on. */
  movement: { name: string; seconds: number } | null;
  /** Weights of the face, 0 to 1. */
  face: Record<string, number>;
  /** The clock, for breathing and wagging. */
  time: number;
}

export const AT_EASE: Posture = {
  walked: 0,
  speed: 0,
  headYaw: 0,
  headPitch: 0,
  movement: null,
  face: {},
  time: 0,
};

/** What one stands for in a pose's whole numbers. */
const UNIT = 32_767;
const PLACE = 4096;
/** Metres that one stride of a gait covers, for a body of one metre. */
const STRIDE_OF_HEIGHT = 1.15;
/** Below this a body stands. */
const STANDING_M_PER_S = 0.05;

const loader = new GLTFLoader();
const loaded = new Map<string, Promise<GLTF>>();

function load(file: string): Promise<GLTF> {
  let promise = loaded.get(file);
  if (!promise) {
    const url = modelUrl(file);
    promise = url
      ? loader.loadAsync(url).then(prepared)
      : Promise.reject(new Error(`there is no body "${file}"`));
    loaded.set(file, promise);
    // A file that did not come may come the next time.
    promise.catch(() => loaded.delete(file));
  }
  return promise;
}

/** Plain materials, and all parts that do not move by themselves merged into one mesh with its colours in the vertices. */
function prepared(gltf: GLTF): GLTF {
  measure(gltf);
  const parts: SkinnedMesh[] = [];
  gltf.scene.traverse((node) => {
    if (node instanceof SkinnedMesh) parts.push(node);
  });
  const still = parts.filter((part) => !part.morphTargetDictionary);
  const trunk = still[0];
  for (const part of parts) {
    const { color } = part.material as MeshLambertMaterial;
    const plain = !still.includes(part);
    part.material = new MeshLambertMaterial({
      color: plain ? color : 0xffffff,
      vertexColors: !plain,
      flatShading: true,
    });
    if (plain) continue;
    const count = part.geometry.getAttribute("position").count;
    const colours = new Float32Array(count * 3);
    for (let i = 0; i < count; i += 1) colours.set([color.r, color.g, color.b], i * 3);
    part.geometry.setAttribute("color", new BufferAttribute(colours, 3));
  }
  if (trunk) {
    // How many vertices the coat has, so that it can be dyed.
    const coat = trunk.geometry.getAttribute("position").count;
    trunk.geometry = mergeGeometries(still.map((part) => part.geometry));
    trunk.geometry.userData["coat"] = coat;
    for (const part of still.slice(1)) part.removeFromParent();
  }
  return gltf;
}

/** A copy whose coat has another colour. */
function dyed(geometry: BufferGeometry, dye: Color, tone: number): BufferGeometry {
  const copy = geometry.clone();
  const colours = copy.getAttribute("color") as BufferAttribute;
  const colour = new Color();
  for (let i = 0; i < (geometry.userData["coat"] as number); i += 1) {
    colour.fromBufferAttribute(colours, i).lerp(dye, tone);
    colours.setXYZ(i, colour.r, colour.g, colour.b);
  }
  return copy;
}

/** Whether one of our models stands for things of this kind. */
export function hasBody(kind: string): boolean {
  return Object.hasOwn(MODEL_OF_KIND, kind);
}

/** A model that can be posed. */
export class Body {
  readonly root = new Group();
  private readonly mixer: AnimationMixer;
  private readonly actions = new Map<string, AnimationAction>();
  private readonly bones = new Map<string, Object3D>();
  private readonly faces: Mesh[] = [];
  private readonly height: number;

  /** `height` is the creature's own, in metres, and the model is scaled to it; a body that the lab poses has its own. */
  static async make(kind: string, height: number, colour: string, joints: Joints | null): Promise<Body> {
    const model = (hasBody(kind) && MODEL_OF_KIND[kind]) || { file: "max", natural: colour };
    const own = colour === "" || colour === model.natural;
    const dye = model.dye ?? (own ? null : { colour: named(colour).getHex(), tone: DYE_TONE });
    if (!joints) return new Body(await load(model.file), height, dye);
    const gltf = await load(joints.model.replace(/^.*\//, "").replace(/\.glb$/, ""));
    return new Body(gltf, joints.scale * (HEIGHT_OF_MODEL.get(gltf) ?? 1), dye);
  }

  private constructor(gltf: GLTF, height: number, dye: Model["dye"] | null) {
    const model = clone(gltf.scene);
    this.height = height;
    this.mixer = new AnimationMixer(model);
    const parts: SkinnedMesh[] = [];
    model.traverse((node) => {
      if (node instanceof Bone) this.bones.set(node.name, node);
      if (node instanceof SkinnedMesh) parts.push(node);
    });
    const [coat] = parts;
    for (const part of parts) {
      const material = (part.material as MeshLambertMaterial).clone();
      // Of the merged trunk, the first colour is the coat's.
      if (part === coat && dye) part.geometry = dyed(part.geometry, new Color(dye.colour), dye.tone);
      part.material = material;
      part.castShadow = true;
      // One skeleton for all parts is one upload of its joints.
      if (coat && part !== coat) part.skeleton = coat.skeleton;
      part.boundingSphere = new Sphere(new Vector3(0, 0.5, 0), 1.6);
      if (part.morphTargetDictionary) this.faces.push(part);
    }
    for (const clip of gltf.animations) this.actions.set(clip.name, this.action(clip));
    const scale = height / (HEIGHT_OF_MODEL.get(gltf) ?? measure(gltf));
    model.scale.setScalar(scale);
    this.root.add(model);
  }

  private action(clip: AnimationClip): AnimationAction {
    // The world moves the body; its clips only move the limbs.
    const own = clip.clone();
    own.tracks = own.tracks.filter((track) => !/^root\.(position|quaternion)/.test(track.name));
    own.tracks = own.tracks.filter((track) => !track.name.endsWith("morphTargetInfluences"));
    const action = this.mixer.clipAction(own);
    action.play();
    action.setEffectiveWeight(0);
    return action;
  }

  private play(name: string, weight: number, seconds: number): number {
    const action = this.actions.get(name);
    if (!action || weight <= 0) return 0;
    const length = action.getClip().duration;
    action.time = length > 0 ? seconds % length : 0;
    action.setEffectiveWeight(weight);
    return weight;
  }

  pose(at: Posture): void {
    for (const action of this.actions.values()) action.setEffectiveWeight(0);
    const stride = Math.max(0.05, this.height * STRIDE_OF_HEIGHT);
    const moving = MathUtils.smoothstep(at.speed, STANDING_M_PER_S, STANDING_M_PER_S + stride * 0.5);
    let rest = 1;
    if (at.movement) {
      const clip = this.actions.get(at.movement.name)?.getClip();
      if (clip) {
        const length = clip.duration;
        const fade = Math.min(0.15, length / 4);
        const s = Math.min(at.movement.seconds, length);
        const weight = Math.min(1, s / fade, Math.max(0.05, (length - s) / fade));
        rest -= this.play(at.movement.name, weight, Math.min(s, length - 1e-3));
      }
    }
    const gait = this.actions.has("trot") && at.speed > stride * 3 ? "trot" : "walk-ahead";
    const length = this.actions.get(gait)?.getClip().duration ?? 1;
    const reach = gait === "trot" ? stride * 1.3 : stride;
    rest -= this.play(gait, rest * moving, (at.walked / reach) * length);
    this.play("stand", Math.max(rest, 0), at.time);
    this.mixer.update(0);
    this.holdHead(at);
    this.showFace(at.face);
  }

  /** Every joint as the lab told it, between two frames. */
  follow(before: Joints, now: Joints, t: number, face: Record<string, number>): void {
    const [a, b] = [before.numbers, now.numbers];
    let at = 0;
    for (const name of now.names) {
      const bone = this.bones.get(name);
      if (bone) {
        quaternion.set(a[at]!, a[at + 1]!, a[at + 2]!, a[at + 3]!).normalize();
        bone.quaternion.set(b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!).normalize();
        if (t < 1) bone.quaternion.copy(quaternion.slerp(bone.quaternion, t));
      }
      at += 4;
    }
    for (const joint of now.moved) {
      const bone = this.bones.get(now.names[joint] ?? "");
      const part = (i: number) => MathUtils.lerp(a[at + i]!, b[at + i]!, t) / PLACE;
      bone?.position.set(part(0), part(1), part(2));
      at += 3;
    }
    const weights: Record<string, number> = {};
    now.morphs.forEach((name, i) => (weights[name] = MathUtils.lerp(a[at + i]!, b[at + i]!, t) / UNIT));
    this.holdEars(face);
    this.showFace(weights);
  }

  /** Turns a bone about the body's own axes, on top of what the clips did. */
  private turn(name: string, x: number, y: number, z: number): void {
    const bone = this.bones.get(name);
    if (bone) bone.quaternion.premultiply(quaternion.setFromEuler(euler.set(x, y, z)));
  }

  /** Gaze and posture: what a person reads before any number. */
  private holdHead(at: Posture): void {
    const face = at.face;
    const surprised = face["surprised"] ?? 0;
    const confused = face["confused"] ?? 0;
    const frustrated = face["frustrated"] ?? 0;
    const happy = face["happy"] ?? 0;
    const sway = Math.sin(at.time * 2.2);
    this.turn(
      "neck",
      -at.headPitch * 0.4 - surprised * 0.25 + frustrated * 0.2,
      at.headYaw * 0.4,
      confused * 0.12,
    );
    this.turn(
      "head",
      -at.headPitch * 0.6 - surprised * 0.1 + frustrated * 0.2,
      at.headYaw * 0.6,
      confused * 0.38 * (0.8 + 0.2 * sway),
    );
    this.turn("chest", -surprised * 0.12 + frustrated * 0.1, 0, 0);
    for (const [ear, side] of EARS)
      this.turn(ear, -surprised * 0.5 + frustrated * 0.7, 0, side * surprised * 0.35);
    this.turn(
      "tail-1",
      -surprised * 0.5 - happy * 0.3 + frustrated * 0.5,
      happy * 0.5 * Math.sin(at.time * 14),
      0,
    );
  }

  /** Ears up in surprise, back in anger. */
  private holdEars(face: Record<string, number>): void {
    const [up, back] = [face["surprised"] ?? 0, face["frustrated"] ?? 0];
    for (const [ear, side] of EARS) this.turn(ear, -up * 0.5 + back * 0.7, 0, side * up * 0.35);
  }

  private showFace(face: Record<string, number>): void {
    for (const mesh of this.faces) {
      const names = mesh.morphTargetDictionary ?? {};
      const weights = mesh.morphTargetInfluences ?? [];
      for (const [name, index] of Object.entries(names)) {
        weights[index] = MathUtils.clamp(face[name] ?? 0, 0, 1);
      }
    }
  }

  dispose(): void {
    this.mixer.stopAllAction();
    this.root.removeFromParent();
    this.root.traverse((node) => {
      if (node instanceof SkinnedMesh) (node.material as MeshLambertMaterial).dispose();
    });
  }
}

const EARS: [string, number][] = [
  ["left-ear", 1],
  ["right-ear", -1],
];
const euler = new Euler();
const quaternion = new Quaternion();
const HEIGHT_OF_MODEL = new WeakMap<GLTF, number>();

/** From the ground to the highest vertex of the model at rest. */
function measure(gltf: GLTF): number {
  let top = 0;
  gltf.scene.updateMatrixWorld(true);
  gltf.scene.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    node.geometry.computeBoundingBox();
    top = Math.max(top, node.geometry.boundingBox?.max.y ?? 0);
  });
  const height = top > 0 ? top : 1;
  HEIGHT_OF_MODEL.set(gltf, height);
  return height;
}
