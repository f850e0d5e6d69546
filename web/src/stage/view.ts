// Where the stage is seen from: after the chosen creature, around the ground, from above or by a creature's own eye, until a
// hand takes the camera.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { framing, type Part } from "./follow";
import type { Ground, Picture, Point } from "./picture";

export type ViewName = "follow" | "around" | "above" | "eye";
/** The whole ground, from the side or, in a tall picture, from above. */
type Shown = ViewName | "whole";
/** A picture that is less wide than this share of its height is a tall one. */
const TALL = 1.1;

const FIELD_OF_VIEW = 38;
/** What lies over the stage. */
const OVER = ".card, .segmented, figure";
/** The tangent of half the field of view. */
const HALF = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** What lies over the stage is measured so often. */
const CLEAR_MS = 400;
/** A part of the stage that is narrower than this share of it is none to frame somebody in. */
const LEAST_WIDE = 0.45;
/** How much ground is shown around what stands on it: a share of how far that reaches, and at least so much. */
const AROUND = 0.2;
const LEAST_AROUND_M = 1.5;

export class View {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 400);
  private readonly controls: OrbitControls;
  private name: ViewName = "follow";
  private ground: Ground = { minX: -10, maxX: 10, minZ: -10, maxZ: 10, blocked: [] };
  /** The part of the ground that the first view shows. */
  private focus = this.ground;
  private framed = false;
  /** Whether a hand has the camera; a following one waits until it is asked for again. */
  private taken = false;
  private held = false;
  /** Whether it has found whom it follows. */
  private found = false;
  /** Whether another view was chosen since the camera was last moved. */
  private chosen = true;
  /** The parts of the stage that nothing lies over, and when they were measured. */
  private clear: { parts: Part[]; at: number } = { parts: [], at: -Infinity };
  private readonly still = window.matchMedia("(prefers-reduced-motion: reduce)");
  private journey: { from: Vector3; to: Vector3; look: Vector3; lookTo: Vector3; t: number } | null = null;

  constructor(
    private readonly host: HTMLElement,
    canvas: HTMLCanvasElement,
    /** Called when a hand takes the camera. */
    private readonly tookOver: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = 1.45;
    this.controls.minDistance = 2;
    this.controls.maxDistance = 90;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("start", () => this.takeOver());
  }

  /** Whether it is seen by the eye of the chosen creature. */
  get byEye(): boolean {
    return this.name === "eye";
  }

  /** What the camera turns around. */
  get aim(): Vector3 {
    return this.controls.target;
  }

  /** Whether the camera moves though nobody moves on the stage. */
  get moves(): boolean {
    return this.chosen || this.held || this.journey !== null;
  }

  /** A new world. */
  settle(ground: Ground): void {
    this.ground = this.focus = ground;
    this.framed = false;
    this.look(this.name, true);
  }

  /** The stage has other sides. */
  resize(aspect: number): void {
    this.clear.at = -Infinity;
    const before = this.camera.aspect;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (Math.abs(before - aspect) > 0.1) this.look(this.name, true);
  }

  /** After a jump in time there is nothing to glide along. */
  jump(): void {
    this.found = false;
  }

  /** Moves the camera; `at once` for the first view of a world. */
  look(shown: Shown, atOnce = false): void {
    const name = shown !== "whole" ? shown : this.camera.aspect < TALL ? "above" : "around";
    this.chosen = true;
    this.name = name;
    this.taken = false;
    this.found &&= !atOnce;
    if (name === "eye" || name === "follow") return;
    const { minX, maxX, minZ, maxZ } = name === "above" ? this.ground : this.focus;
    const middle = new Vector3((minX + maxX) / 2, 0, (minZ + maxZ) / 2);
    const [width, depth] = [maxX - minX + 1.5, maxZ - minZ + 1.5];
    const aspect = Math.max(this.camera.aspect, 0.3);
    let to: Vector3;
    // From the side the near edge lies under the orders and the corner's pictures, so the ground is moved up a little.
    const aim = middle.clone();
    if (name === "above") {
      const height = Math.max(depth / (2 * HALF), width / (2 * HALF * aspect)) * 1.04;
      // A hair off the vertical, so that "up" on the screen stays the same way.
      to = middle.clone().add(new Vector3(0, height, height * 0.001));
    } else {
      const away = Math.max((depth * 0.84) / (2 * HALF), (width * 1.0) / (2 * HALF * aspect));
      aim.z += depth * 0.13;
      to = aim.clone().add(new Vector3(-away * 0.22, away * 0.62, away * 0.78));
    }
    if (atOnce) {
      this.camera.position.copy(to);
      this.controls.target.copy(aim);
      this.controls.update();
      this.journey = null;
    } else {
      const [from, look] = [this.camera.position.clone(), this.controls.target.clone()];
      this.journey = { from, to, look, lookTo: aim, t: 0 };
    }
  }

  /** Follows what there is to see; `own` is where the chosen creature is drawn. */
  move(now: Picture, own: Point | null, seconds: number): void {
    if (!this.framed) this.frameAll(now);
    this.chosen = false;
    const eye = this.name === "eye" ? now.sight : null;
    this.controls.enabled = !eye;
    if (eye) {
      const [s, c] = [Math.sin(eye.yaw), Math.cos(eye.yaw)];
      this.camera.position.set(eye.eye.x + s * 0.05, eye.eye.y + 0.05, eye.eye.z + c * 0.05);
      this.camera.lookAt(eye.eye.x + s, eye.eye.y + 0.05 + Math.tan(eye.pitch), eye.eye.z + c);
      return;
    }
    if (this.name === "follow" && !this.taken && !this.held) return this.follow(now, own, seconds);
    const journey = this.journey;
    if (journey) {
      journey.t = Math.min(1, journey.t + seconds / 0.7);
      const ease = journey.t * journey.t * (3 - 2 * journey.t);
      this.camera.position.lerpVectors(journey.from, journey.to, ease);
      this.controls.target.lerpVectors(journey.look, journey.lookTo, ease);
      if (journey.t >= 1) this.journey = null;
    }
    this.controls.update();
  }

  /** Comes near enough to what stands on the ground that it is seen well. */
  private frameAll(picture: Picture): void {
    const shown = [...picture.things, ...picture.creatures].filter((one) => !one.hidden).map((one) => one.at);
    const points = [...shown, ...picture.walls];
    if (points.length === 0) return;
    const { minX, maxX, minZ, maxZ } = this.ground;
    const [xs, zs] = [points.map((point) => point.x), points.map((point) => point.z)];
    const [left, right, far, near] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    const around = Math.max(LEAST_AROUND_M, Math.max(right - left, near - far) * AROUND);
    this.focus = {
      minX: Math.max(minX, left - around),
      maxX: Math.min(maxX, right + around),
      minZ: Math.max(minZ, far - around),
      maxZ: Math.min(maxZ, near + around),
      blocked: [],
    };
    this.framed = true;
    this.look(this.name, true);
  }

  /** Glides after the chosen creature. Where motion is not wanted it stands still until the creature would leave the picture. */
  private follow(now: Picture, own: Point | null, seconds: number): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (performance.now() - this.clear.at > CLEAR_MS)
      this.clear = { parts: clearParts(this.host), at: performance.now() };
    const wanted = framing(now, own, { width, height, half: HALF, clear: this.clear.parts });
    if (!wanted) return (this.controls.update(), undefined);
    const part =
      !this.found || (this.still.matches && this.leaves(own)) ? 1 : this.still.matches ? 0 : glide(seconds);
    this.found = true;
    this.camera.position.lerp(wanted.eye, part);
    this.controls.target.lerp(wanted.aim, part);
    this.controls.update();
  }

  /** Whether a place is near the edge of the picture, or out of it. */
  private leaves(own: Point | null): boolean {
    if (!own) return true;
    const at = new Vector3(own.x, own.y, own.z).project(this.camera);
    return Math.abs(at.x) > 0.6 || Math.abs(at.y) > 0.6 || at.z > 1;
  }

  private takeOver(): void {
    this.journey = null;
    this.taken = true;
    this.tookOver();
  }

  /** Orbit with keys: turns and tilts in radians, nearer as a factor. */
  orbit(turn: number, tilt: number, nearer: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const radius = offset.length() * nearer;
    const polar = Math.min(1.45, Math.max(0.001, Math.acos(offset.y / offset.length()) + tilt));
    const around = Math.atan2(offset.x, offset.z) + turn;
    offset.set(Math.sin(polar) * Math.sin(around), Math.cos(polar), Math.sin(polar) * Math.cos(around));
    this.takeOver();
    this.camera.position.copy(this.controls.target).addScaledVector(offset, radius);
  }

  /** While something is dragged the camera stays where it is. */
  hold(held: boolean): void {
    this.held = held;
    this.controls.enableRotate = this.controls.enablePan = !held;
  }

  /** Gives back what it holds. */
  dispose(): void {
    this.controls.dispose();
  }
}

/** The parts of a stage that nothing lies over: between what stands at its top and at its bottom, and beside the latter. */
function clearParts(host: HTMLElement): Part[] {
  const stage = host.getBoundingClientRect();
  const whole: Part = { left: 0, right: stage.width, top: 0, bottom: stage.height };
  const beside = { ...whole };
  for (const element of host.querySelectorAll(OVER)) {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    if (width === 0) continue;
    if ((top + bottom) / 2 < (stage.top + stage.bottom) / 2) {
      whole.top = beside.top = Math.max(whole.top, bottom - stage.top);
      continue;
    }
    whole.bottom = Math.min(whole.bottom, top - stage.top);
    if ((left + right) / 2 < (stage.left + stage.right) / 2)
      beside.left = Math.max(beside.left, right - stage.left);
    else beside.right = Math.min(beside.right, left - stage.left);
  }
  return beside.right - beside.left < stage.width * LEAST_WIDE ? [whole] : [whole, beside];
}

/** How much of the way to where it should be a following camera goes in a frame. */
function glide(seconds: number): number {
  return 1 - Math.exp(-seconds * 2.2);
}
