// A character's body on the stage: one of our own models, posed from what a frame says of it. Everything that is shown is
// a function of the frame, so that scrubbing back shows the same picture again.
import {
  AnimationMixer,
  Bone,
  Euler,
  Group,
  MathUtils,
  Mesh,
  MeshLambertMaterial,
  Object3D,
  Quaternion,
  SkinnedMesh,
  type AnimationAction,
  type AnimationClip,
  type Color,
} from "three";
import { GLTFLoader, type GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { clone } from "three/examples/jsm/utils/SkeletonUtils.js";

const files = import.meta.glob("../../../bodies/*.glb", { query: "?url", import: "default", eager: true });

/** Which body stands for a kind of creature or thing, and what it is tinted with. */
const BODY_OF_KIND: Record<string, { file: string; tint?: number; tone?: number }> = {
  dog: { file: "terrier" },
  sheep: { file: "sheep" },
  wolf: { file: "terrier", tint: 0x5d6470, tone: 0.75 },
  shepherd: { file: "walker", tint: 0x3f6ea8, tone: 0.55 },
  person: { file: "walker" },
  walker: { file: "walker" },
  mouse: { file: "max" },
  max: { file: "max" },
  morris: { file: "morris" },
  forager: { file: "max", tint: 0xb9814a, tone: 0.35 },
  raccoon: { file: "max", tint: 0x6b6f78, tone: 0.8 },
};

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

/** Metres that one stride of a gait covers, for a body of one metre. */
const STRIDE_OF_HEIGHT = 1.15;
/** Below this a body stands. */
const STANDING_M_PER_S = 0.05;

const loader = new GLTFLoader();
const loaded = new Map<string, Promise<GLTF>>();

function load(file: string): Promise<GLTF> {
  let promise = loaded.get(file);
  if (!promise) {
    const url = files[`../../../bodies/${file}.glb`] as string | undefined;
    promise = url ? loader.loadAsync(url) : Promise.reject(new Error(`there is no body "${file}"`));
    loaded.set(file, promise);
  }
  return promise;
}

/** Whether one of our models stands for things of this kind. */
export function hasBody(kind: string): boolean {
  return kind in BODY_OF_KIND;
}

/** A model that can be posed. */
export class Body {
  readonly root = new Group();
  private readonly mixer: AnimationMixer;
  private readonly actions = new Map<string, AnimationAction>();
  private readonly bones = new Map<string, Object3D>();
  private readonly faces: Mesh[] = [];
  private readonly height: number;

  /** `height` is the creature's own, in metres; the model is scaled to it. */
  static async make(kind: string, height: number, colour: Color | null): Promise<Body> {
    const choice = BODY_OF_KIND[kind] ?? { file: "max" };
    const gltf = await load(choice.file);
    return new Body(gltf, height, choice.tint ?? null, choice.tone ?? 0, colour);
  }

  private constructor(gltf: GLTF, height: number, tint: number | null, tone: number, colour: Color | null) {
    const model = clone(gltf.scene);
    this.height = height;
    this.mixer = new AnimationMixer(model);
    let coat = true;
    model.traverse((node) => {
      if (node instanceof Bone) this.bones.set(node.name, node);
      if (!(node instanceof SkinnedMesh)) return;
      node.castShadow = true;
      node.frustumCulled = false;
      const from = node.material as MeshLambertMaterial;
      const material = new MeshLambertMaterial({ color: from.color.clone(), flatShading: true });
      const dye = tint !== null ? material.color.clone().set(tint) : colour;
      if (coat && dye) material.color.lerp(dye, tint !== null ? tone : 0.5);
      coat = false;
      node.material = material;
      if (node.morphTargetDictionary) this.faces.push(node);
    });
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
