// The stage: light, and everything that a picture holds. It draws pictures, tells which thing a pointer is on, and
// keeps its own meter; under software rendering it gives up pixels before it gives up motion.
import {
  BoxGeometry,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { Cast } from "./cast";
import { DARK, LIGHT, type Scheme } from "./colours";
import { Slab, Walls } from "./ground";
import { HeatMap, type Lattice } from "./heat";
import { hidersOf, NO_HIDERS, type Hiders } from "./hiders";
import { Labels } from "./labels";
import { likeOf } from "./like";
import { Meter } from "./meter";
import { MindMarks } from "./mind-marks";
import type { Ground, Picture, Point } from "./picture";
import { View } from "./view";

/** What a pointer is on. */
export type Target = { id: number } | { wall: string };

/** Where in the box around a creature it is looked at, as shares of its sides. */
const INNER = [0.25, 0.5, 0.75];

/** Further apart than this, two moments that are drawn one after the other are a jump. */
const JUMP_S = 1;

export class Stage {
  readonly meter: Meter;
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  readonly view: View;
  private readonly scene = new Scene();
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly cast = new Cast();
  private readonly walls = new Walls();
  private readonly marks = new MindMarks();
  private readonly labels: Labels;
  private readonly shadow = new Mesh(
    new BoxGeometry(1, 1, 1),
    new MeshBasicMaterial({ color: 0xb0431d, transparent: true, opacity: 0.35, depthWrite: false }),
  );
  private slab: Slab | null = null;
  private heat: HeatMap | null = null;
  private lattice: Lattice | null = null;
  private masses: ArrayLike<number> | null = null;
  private inView: ArrayLike<number> | null = null;
  private scheme: Scheme = LIGHT;
  private ground: Ground = { minX: -10, maxX: 10, minZ: -10, maxZ: 10, blocked: [] };
  private chosen: number | null = null;
  /** The time of the last moment that was drawn. */
  private drawn = 0;
  /** Looks the chosen creature in the face, in a corner of the stage. */
  private readonly portrait = new PerspectiveCamera(30, 1, 0.05, 60);
  private frame: HTMLElement | null = null;
  /** What the last frame was drawn of; while nothing of it differs, another one would look the same. */
  private last: { before: Picture; now: Picture; t: number; eye: Vector3; aim: Vector3 } | null = null;

  constructor(
    private readonly host: HTMLElement,
    /** Called when a hand takes the camera. */
    tookOver: () => void,
    /** Called when the sign above a creature is pressed. */
    asked: (creature: number) => void = () => {},
  ) {
    const software = drawnBySoftware();
    this.meter = new Meter(software);
    this.renderer = new WebGLRenderer({ antialias: !software || !this.meter.modest });
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    host.append(this.canvas);
    this.labels = new Labels(host, asked);
    this.scene.fog = new Fog(0xffffff, 60, 160);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.03;
    this.shadow.visible = false;
    this.scene.add(this.sun, this.sun.target, this.sky, this.cast.root, this.walls.root, this.marks.root);
    this.scene.add(this.shadow);
    this.view = new View(host, this.canvas, tookOver);
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
    this.cast.clear();
    this.marks.clear();
    this.light();
    this.view.settle(ground);
  }

  paint(dark: boolean): void {
    this.last = null;
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

  private resize(): void {
    this.last = null;
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.meter.sharpness);
    this.renderer.setSize(clientWidth, clientHeight);
    this.view.resize(clientWidth / clientHeight);
  }

  /** Whether a frame of these pictures would look like the last one, but for models that have come meanwhile. */
  isStill(before: Picture, now: Picture, t: number): boolean {
    const last = this.last;
    if (!last || this.view.moves) return false;
    if (last.before !== before || last.now !== now || last.t !== t) return false;
    return last.eye.equals(this.view.camera.position) && last.aim.equals(this.view.aim);
  }

  /** Draws the moment between two pictures; `t` runs from 0 (before) to 1 (now). */
  draw(before: Picture, now: Picture, t: number, seconds: number): void {
    const [eye, aim] = [this.view.camera.position.clone(), this.view.aim.clone()];
    this.last = { before, now, t, eye, aim };
    this.chosen = now.chosen;
    if (Math.abs(now.time - this.drawn) > JUMP_S) this.view.jump();
    this.drawn = now.time;
    this.cast.show(before, now, t);
    const hiding = this.hiders(now);
    this.walls.show(now.walls, this.scheme, hiding.walls);
    this.cast.seeThrough(hiding.ids);
    this.marks.show(now, this.scheme, this.ground, (mark) => likeOf(mark, now));
    this.showHeat(now);
    this.view.move(now, this.drawnAt(now), seconds);
    if (this.meter.lap()) this.adapt();
    this.renderer.render(this.scene, this.view.camera);
    this.drawPortrait(now);
    this.labels.show(now, this.view.camera, this.cast, this.view.byEye);
  }

  /** What hides the chosen creature from the camera. */
  private hiders(now: Picture): Hiders {
    const own = this.drawnAt(now);
    if (!own || this.view.byEye) return NO_HIDERS;
    return hidersOf(now, new Vector3(own.x, own.y, own.z), this.view.camera.position);
  }

  /** Where the chosen creature is drawn, which is between two moments. */
  private drawnAt(now: Picture): Point | null {
    const object = now.chosen === null ? null : this.cast.object(now.chosen);
    const creature = now.creatures.find((creature) => creature.id === now.chosen);
    return object && creature ? { ...creature.at, x: object.position.x, z: object.position.z } : null;
  }

  private adapt(): void {
    this.sun.castShadow = this.meter.shadows;
    this.cast.shade(!this.meter.shadows);
    this.resize();
  }

  /** The part of the page in which the portrait is drawn; `null` for none. */
  hang(frame: HTMLElement | null): void {
    this.last = null;
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

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.view.camera);
    return ray;
  }

  /** What stands under a point of the window; else what stands nearest to it, within so many pixels: a finger covers much. */
  pick(x: number, y: number, within = 0): Target | null {
    const hit = this.under(x, y);
    if ((hit && "id" in hit) || within === 0) return hit;
    const away = (at: Vector3) => {
      const there = this.project(at);
      return Math.hypot(there.x - x, there.y - y);
    };
    let [nearest, least]: [number | null, number] = [null, within];
    for (const { id, at } of this.cast.middles()) {
      const px = away(at);
      if (px <= least) [nearest, least] = [id, px];
    }
    return nearest === null ? hit : { id: nearest };
  }

  private under(x: number, y: number): Target | null {
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
    const at = new Vector3(point.x, point.y, point.z).project(this.view.camera);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + ((at.x + 1) / 2) * box.width, y: box.top + ((1 - at.y) / 2) * box.height };
  }

  /** The box around the chosen creature in the window, and which share of it is behind something that stands before it. */
  chosenBox(): { x: number; y: number; width: number; height: number; behind: number } | null {
    const object = this.chosen === null ? null : this.cast.object(this.chosen);
    if (!object?.visible || this.chosen === null) return null;
    const { min, max } = this.cast.sizeOf(this.chosen);
    const corners = [min, max].flatMap(({ x }) =>
      [min, max].flatMap(({ y }) =>
        [min, max].map(({ z }) => this.project(object.localToWorld(new Vector3(x, y, z)))),
      ),
    );
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
    const away = this.view.camera.position.distanceTo(object.position) - Math.max(max.x, max.z);
    const looked = INNER.flatMap((a) => INNER.map((b) => [x + width * a, y + height * b] as const));
    const behind = looked.filter(([x, y]) => this.isBehind(x, y, away)).length / looked.length;
    return { x, y, width, height, behind };
  }

  /** Whether something else that one cannot see through stands nearer than so under a point of the window. */
  private isBehind(x: number, y: number, away: number): boolean {
    const hits = this.ray(x, y).intersectObjects([this.cast.root, this.walls.root], true);
    const first = hits.find(({ object }) => !(object instanceof Mesh && object.material.transparent));
    if (!first || first.distance >= away) return false;
    for (let node = first.object as typeof first.object | null; node; node = node.parent)
      if (node.userData["id"] === this.chosen) return false;
    return true;
  }

  /** The creatures of a picture that are drawn as plain shapes, for want of a body. */
  plain(picture: Picture): string[] {
    return picture.creatures.filter(({ id }) => this.cast.isPlain(id)).map(({ name }) => name);
  }

  /** Shows where something would stand if it were let go here; `null` for nothing. */
  preview(at: { x: number; z: number } | null, size: Point = { x: 0.6, y: 0.1, z: 0.6 }, yaw = 0): void {
    this.shadow.visible = at !== null;
    if (!at) return;
    this.shadow.position.set(at.x, size.y / 2, at.z);
    this.shadow.scale.set(size.x, size.y, size.z);
    this.shadow.rotation.y = yaw;
  }

  /** Gives back what it holds. */
  dispose(): void {
    this.cast.clear();
    this.slab?.dispose();
    this.heat?.dispose();
    this.view.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }

  /** The picture as it is drawn now; to be copied at once, before the next one is drawn. */
  snapshot(): HTMLCanvasElement {
    this.renderer.render(this.scene, this.view.camera);
    return this.canvas;
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
