// The stage: camera, light, and everything that a picture holds. It draws pictures, tells which thing a pointer is on, and
// keeps its own meter; under software rendering it gives up pixels before it gives up motion.
import {
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Cast } from "./cast";
import { DARK, LIGHT, type Scheme } from "./colours";
import { Slab, Walls } from "./ground";
import { HeatMap, type Lattice } from "./heat";
import { Labels } from "./labels";
import { Meter } from "./meter";
import { MindMarks } from "./mind-marks";
import type { Ground, Mark, Picture, Point, ThingShape } from "./picture";

export type ViewName = "around" | "above" | "eye";

/** What a pointer is on. */
export type Target = { id: number } | { wall: string };

const FIELD_OF_VIEW = 38;
/** How much ground is shown around what stands on it: a share of how far that reaches, and at least so much. */
const AROUND = 0.2;
const LEAST_AROUND_M = 1.5;

export class Stage {
  readonly meter: Meter;
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 400);
  private readonly controls: OrbitControls;
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly cast = new Cast();
  private readonly walls = new Walls();
  private readonly marks = new MindMarks();
  private readonly labels: Labels;
  private slab: Slab | null = null;
  private heat: HeatMap | null = null;
  private lattice: Lattice | null = null;
  private masses: ArrayLike<number> | null = null;
  private inView: ArrayLike<number> | null = null;
  private scheme: Scheme = LIGHT;
  private ground: Ground = { minX: -10, maxX: 10, minZ: -10, maxZ: 10, blocked: [] };
  /** The part of the ground that the first view shows. */
  private focus = this.ground;
  private framed = false;
  private view: ViewName = "around";
  /** Looks the chosen creature in the face, in a corner of the stage. */
  private readonly portrait = new PerspectiveCamera(30, 1, 0.05, 60);
  private frame: HTMLElement | null = null;
  private journey: { from: Vector3; to: Vector3; look: Vector3; lookTo: Vector3; t: number } | null = null;

  constructor(private readonly host: HTMLElement) {
    const software = drawnBySoftware();
    this.meter = new Meter(software);
    this.renderer = new WebGLRenderer({ antialias: !software || !this.meter.modest });
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    host.append(this.canvas);
    this.labels = new Labels(host);
    this.scene.fog = new Fog(0xffffff, 60, 160);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.03;
    this.scene.add(this.sun, this.sun.target, this.sky, this.cast.root, this.walls.root, this.marks.root);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.maxPolarAngle = 1.45;
    this.controls.minDistance = 2;
    this.controls.maxDistance = 90;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("start", () => (this.journey = null));
    new ResizeObserver(() => this.resize()).observe(host);
    this.paint(false);
    this.settle(this.ground);
    this.adapt();
  }

  /** A new world. */
  settle(ground: Ground): void {
    this.ground = ground;
    this.slab?.dispose();
    this.slab = new Slab(ground, this.scheme);
    this.scene.add(this.slab.root);
    this.focus = ground;
    this.framed = false;
    this.cast.clear();
    this.marks.clear();
    this.light();
    this.look(this.view, true);
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
    this.look(this.view, true);
  }

  paint(dark: boolean): void {
    this.scheme = dark ? DARK : LIGHT;
    this.scene.background = this.scheme.sky;
    this.scene.fog?.color.copy(this.scheme.sky);
    this.slab?.paint(this.scheme);
    this.heat?.paint(dark);
    this.sun.color.copy(this.scheme.sun);
    this.sun.intensity = this.scheme.sunStrength;
    this.sky.color.copy(this.scheme.ambient);
    this.sky.groundColor.copy(this.scheme.ambientLow);
    this.sky.intensity = this.scheme.ambientStrength;
  }

  private light(): void {
    const { minX, maxX, minZ, maxZ } = this.ground;
    const [x, z] = [(minX + maxX) / 2, (minZ + maxZ) / 2];
    const reach = Math.max(maxX - minX, maxZ - minZ) * 0.72;
    this.sun.position.set(x - reach * 0.7, reach * 1.3, z + reach * 0.5);
    this.sun.target.position.set(x, 0, z);
    const frame = this.sun.shadow.camera;
    [frame.left, frame.right, frame.bottom, frame.top] = [-reach, reach, -reach, reach];
    [frame.near, frame.far] = [0.1, reach * 4];
    frame.updateProjectionMatrix();
    if (this.scene.fog instanceof Fog) [this.scene.fog.near, this.scene.fog.far] = [reach * 3.5, reach * 9];
  }

  /** Moves the camera; `at once` for the first view of a world. */
  look(view: ViewName, atOnce = false): void {
    this.view = view;
    if (view === "eye") return;
    const { minX, maxX, minZ, maxZ } = view === "above" ? this.ground : this.focus;
    const middle = new Vector3((minX + maxX) / 2, 0, (minZ + maxZ) / 2);
    const [width, depth] = [maxX - minX + 1.5, maxZ - minZ + 1.5];
    const half = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    const aspect = Math.max(this.camera.aspect, 0.3);
    let to: Vector3;
    // From the side the near edge lies under the orders and the corner's pictures, so the ground is moved up a little.
    const aim = middle.clone();
    if (view === "above") {
      const height = Math.max(depth / (2 * half), width / (2 * half * aspect)) * 1.04;
      // A hair off the vertical, so that "up" on the screen stays the same way.
      to = middle.clone().add(new Vector3(0, height, height * 0.001));
    } else {
      const away = Math.max((depth * 0.84) / (2 * half), (width * 1.0) / (2 * half * aspect));
      aim.z += depth * 0.13;
      to = aim.clone().add(new Vector3(-away * 0.22, away * 0.62, away * 0.78));
    }
    if (atOnce) {
      this.camera.position.copy(to);
      this.controls.target.copy(aim);
      this.controls.update();
      this.journey = null;
    } else {
      this.journey = {
        from: this.camera.position.clone(),
        to,
        look: this.controls.target.clone(),
        lookTo: aim,
        t: 0,
      };
    }
  }

  get viewName(): ViewName {
    return this.view;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const before = this.camera.aspect;
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.meter.sharpness);
    this.renderer.setSize(clientWidth, clientHeight);
    if (Math.abs(before - this.camera.aspect) > 0.1) this.look(this.view, true);
  }

  /** Draws the moment between two pictures; `t` runs from 0 (before) to 1 (now). */
  draw(before: Picture, now: Picture, t: number, seconds: number): void {
    if (!this.framed) this.frameAll(now);
    this.cast.show(before, now, t);
    this.walls.show(now.walls, this.scheme);
    this.marks.show(now, this.scheme, this.ground, (mark) => likeOf(mark, now));
    this.showHeat(now);
    this.moveCamera(now, seconds);
    if (this.meter.lap()) this.adapt();
    this.renderer.render(this.scene, this.camera);
    this.drawPortrait(now);
    this.labels.show(now, this.camera, this.cast, this.view === "eye");
  }

  private adapt(): void {
    this.sun.castShadow = this.meter.shadows;
    this.cast.shade(!this.meter.shadows);
    this.resize();
  }

  /** The part of the page in which the portrait is drawn; `null` for none. */
  hang(frame: HTMLElement | null): void {
    this.frame = frame;
  }

  private drawPortrait(now: Picture): void {
    const creature = now.creatures.find((creature) => creature.id === now.chosen);
    const object = creature && this.cast.object(creature.id);
    if (!this.frame || !creature || !object?.visible) return;
    const [inner, outer] = [this.frame.getBoundingClientRect(), this.canvas.getBoundingClientRect()];
    if (inner.width === 0) return;
    const [x, y] = [inner.left - outer.left, outer.bottom - inner.bottom];
    const camera = this.portrait;
    camera.aspect = inner.width / inner.height;
    camera.updateProjectionMatrix();
    const [h, yaw] = [creature.height, object.rotation.y + 0.45];
    const at = object.position;
    camera.position.set(at.x + Math.sin(yaw) * h * 2.5, at.y + h * 1.02, at.z + Math.cos(yaw) * h * 2.5);
    camera.lookAt(
      at.x + Math.sin(object.rotation.y) * h * 0.25,
      at.y + h * 0.66,
      at.z + Math.cos(object.rotation.y) * h * 0.25,
    );
    // What stands between is left out: this is a portrait.
    const others = [
      this.walls.root,
      this.marks.root,
      this.heat?.mesh,
      ...this.cast.root.children.filter((one) => one !== object),
    ];
    const shown = others.map((other) => other?.visible ?? false);
    for (const other of others) if (other) other.visible = false;
    this.renderer.setScissorTest(true);
    this.renderer.setScissor(x, y, inner.width, inner.height);
    this.renderer.setViewport(x, y, inner.width, inner.height);
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.render(this.scene, camera);
    this.renderer.shadowMap.autoUpdate = true;
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, outer.width, outer.height);
    others.forEach((other, i) => {
      if (other) other.visible = shown[i] ?? true;
    });
  }

  private showHeat(now: Picture): void {
    const lattice = now.heat?.lattice ?? null;
    if (lattice !== this.lattice) {
      this.heat?.dispose();
      this.heat = lattice ? new HeatMap(lattice, this.scheme.dark) : null;
      if (this.heat) this.scene.add(this.heat.mesh);
      this.lattice = lattice;
      this.masses = this.inView = null;
    }
    if (!this.heat || !now.heat) return;
    const { masses, inView } = now.heat;
    if (masses === this.masses && inView === this.inView) return;
    [this.masses, this.inView] = [masses, inView];
    this.heat.show(masses, inView);
  }

  private moveCamera(now: Picture, seconds: number): void {
    const eye = this.view === "eye" ? now.sight : null;
    this.controls.enabled = !eye;
    if (eye) {
      const [s, c] = [Math.sin(eye.yaw), Math.cos(eye.yaw)];
      this.camera.position.set(eye.eye.x + s * 0.05, eye.eye.y + 0.05, eye.eye.z + c * 0.05);
      this.camera.lookAt(eye.eye.x + s, eye.eye.y + 0.05 + Math.tan(eye.pitch), eye.eye.z + c);
      return;
    }
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

  /** Orbit with keys: turns and tilts in radians, nearer as a factor. */
  orbit(turn: number, tilt: number, nearer: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const radius = offset.length() * nearer;
    const polar = Math.min(1.45, Math.max(0.001, Math.acos(offset.y / offset.length()) + tilt));
    const around = Math.atan2(offset.x, offset.z) + turn;
    offset.set(Math.sin(polar) * Math.sin(around), Math.cos(polar), Math.sin(polar) * Math.cos(around));
    this.journey = null;
    this.camera.position.copy(this.controls.target).addScaledVector(offset, radius);
  }

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    return ray;
  }

  /** What stands under a point of the window. */
  pick(x: number, y: number): Target | null {
    const ray = this.ray(x, y);
    for (const hit of ray.intersectObjects([this.cast.root, this.walls.root], true)) {
      for (let node = hit.object as typeof hit.object | null; node; node = node.parent) {
        if (typeof node.userData["id"] === "number") return { id: node.userData["id"] };
        if (typeof node.userData["wall"] === "string") return { wall: node.userData["wall"] };
      }
    }
    return null;
  }

  /** The point of the ground under a point of the window. */
  onGround(x: number, y: number): { x: number; z: number } | null {
    const at = this.ray(x, y).ray.intersectPlane(new Plane(new Vector3(0, 1, 0), 0), new Vector3());
    if (!at) return null;
    const { minX, maxX, minZ, maxZ } = this.ground;
    return { x: Math.min(maxX, Math.max(minX, at.x)), z: Math.min(maxZ, Math.max(minZ, at.z)) };
  }

  /** Where a place of the world is in the window. */
  project(point: Point): { x: number; y: number } {
    const at = new Vector3(point.x, point.y, point.z).project(this.camera);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
  }

  /** While something is dragged the camera stays where it is. */
  hold(held: boolean): void {
    this.controls.enableRotate = this.controls.enablePan = !held;
  }

  /** The picture as a PNG. */
  snapshot(): Promise<Blob | null> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }
}

/** Whether the machine has no graphics processor: smooth edges would then cost more than the picture. */
function drawnBySoftware(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const info = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** The thing that a ghost should look like: one of the kind and colour that is really there, else something small. */
function likeOf(mark: Mark, picture: Picture): ThingShape {
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
