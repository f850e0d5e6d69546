// What a creature makes of the world, drawn over it: where it thinks things are, where it expected them, what it looks at,
// how far it sees and which way it means to go.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from "three";
import { Ghost } from "./cast";
import type { Scheme } from "./colours";
import type { Ground, Mark, Picture, Sight, ThingShape, WallShape } from "./picture";

/** How far the pool of sight is drawn; eyes see further, but it would flood the picture. */
const SIGHT_M = 14;
const RAYS = 72;
const LIFT_M = 0.03;

interface Shown {
  ghost: Ghost;
  look: string;
  ring: Mesh<RingGeometry, MeshBasicMaterial>;
  expected: Mesh<RingGeometry, MeshBasicMaterial>;
}

export class MindMarks {
  readonly root = new Group();
  private readonly marks = new Map<number, Shown>();
  private readonly pool: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly gaze: Line<BufferGeometry, LineDashedMaterial>;
  private readonly way: Line<BufferGeometry, LineDashedMaterial>;

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array((RAYS + 2) * 3), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array((RAYS + 2) * 4), 4));
    const faces: number[] = [];
    for (let i = 1; i <= RAYS; i += 1) faces.push(0, i, i + 1);
    geometry.setIndex(faces);
    const material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.pool = new Mesh(geometry, material);
    this.pool.renderOrder = 2;
    this.gaze = dashed(0.12, 0.1);
    this.way = dashed(0.3, 0.18);
    for (const mesh of [this.pool, this.gaze, this.way]) mesh.frustumCulled = false;
    this.root.add(this.pool, this.gaze, this.way);
  }

  show(picture: Picture, scheme: Scheme, ground: Ground, like: (mark: Mark) => ThingShape): void {
    const gone = new Set(this.marks.keys());
    for (const mark of picture.marks) {
      gone.delete(mark.belief);
      this.showMark(mark, scheme, like(mark));
    }
    for (const belief of gone) this.remove(belief);
    this.showSight(picture.sight, picture.walls, scheme, ground);
    line(
      this.way,
      scheme.way,
      0.9,
      picture.way.length > 1 ? picture.way.map((p) => new Vector3(p.x, LIFT_M * 2, p.z)) : [],
    );
    const eye = picture.sight?.eye;
    const at = picture.gaze;
    line(
      this.gaze,
      scheme.belief,
      0.8,
      eye && at ? [new Vector3(eye.x, eye.y, eye.z), new Vector3(at.x, at.y, at.z)] : [],
    );
  }

  private showMark(mark: Mark, scheme: Scheme, like: ThingShape): void {
    let shown = this.marks.get(mark.belief);
    const look = `${mark.kind} ${mark.colour} ${like.half.y}`;
    if (shown && shown.look !== look) {
      this.remove(mark.belief);
      shown = undefined;
    }
    if (!shown) {
      const ring = circle(Math.max(0.25, like.half.x * 1.5), 0.05);
      const expected = circle(Math.max(0.2, like.half.x * 1.2), 0.035);
      shown = { ghost: new Ghost(like), look, ring, expected };
      this.marks.set(mark.belief, shown);
      this.root.add(shown.ghost.root, ring, expected);
    }
    shown.ghost.root.visible = !mark.seen;
    shown.ghost.root.position.set(mark.at.x, 0, mark.at.z);
    shown.ghost.fade(0.2 + 0.35 * mark.confidence);
    shown.ring.position.set(mark.at.x, LIFT_M * 1.5, mark.at.z);
    shown.ring.material.color.copy(scheme.belief);
    shown.ring.material.opacity = (mark.attended ? 0.95 : 0.4) * (0.35 + 0.65 * mark.confidence);
    shown.expected.visible = mark.expected !== null;
    if (mark.expected) shown.expected.position.set(mark.expected.x, LIFT_M * 1.6, mark.expected.z);
    shown.expected.material.color.copy(scheme.expected);
    shown.expected.material.opacity = 0.9;
  }

  private showSight(sight: Sight | null, walls: WallShape[], scheme: Scheme, ground: Ground): void {
    this.pool.visible = sight !== null;
    if (!sight) return;
    const position = this.pool.geometry.getAttribute("position") as BufferAttribute;
    const colour = this.pool.geometry.getAttribute("color") as BufferAttribute;
    const { r, g, b } = scheme.sight;
    const strength = scheme.dark ? 0.16 : 0.42;
    position.setXYZ(0, sight.eye.x, LIFT_M, sight.eye.z);
    colour.setXYZW(0, r, g, b, strength);
    const reach = Math.min(sight.range, SIGHT_M);
    const blocking = walls.filter((wall) => wall.height > sight.eye.y);
    for (let i = 0; i <= RAYS; i += 1) {
      const a = sight.yaw + (i / RAYS - 0.5) * sight.angle;
      const [dx, dz] = [Math.sin(a), Math.cos(a)];
      let free = Math.min(reach, inside(ground, sight.eye.x, sight.eye.z, dx, dz));
      for (const wall of blocking) free = Math.min(free, distance(wall, sight.eye.x, sight.eye.z, dx, dz));
      position.setXYZ(i + 1, sight.eye.x + dx * free, LIFT_M, sight.eye.z + dz * free);
      colour.setXYZW(i + 1, r, g, b, strength * (1 - free / reach));
    }
    position.needsUpdate = true;
    colour.needsUpdate = true;
  }

  private remove(belief: number): void {
    const shown = this.marks.get(belief);
    if (!shown) return;
    shown.ghost.dispose();
    for (const ring of [shown.ring, shown.expected]) {
      ring.removeFromParent();
      ring.geometry.dispose();
      ring.material.dispose();
    }
    this.marks.delete(belief);
  }

  clear(): void {
    for (const belief of [...this.marks.keys()]) this.remove(belief);
  }
}

function circle(radius: number, width: number): Mesh<RingGeometry, MeshBasicMaterial> {
  const geometry = new RingGeometry(radius, radius + width, 40).rotateX(-Math.PI / 2);
  const ring = new Mesh(geometry, new MeshBasicMaterial({ transparent: true, depthWrite: false }));
  ring.renderOrder = 3;
  return ring;
}

function dashed(dash: number, gap: number): Line<BufferGeometry, LineDashedMaterial> {
  const material = new LineDashedMaterial({ dashSize: dash, gapSize: gap, transparent: true });
  return new Line(new BufferGeometry(), material);
}

function line(
  line: Line<BufferGeometry, LineDashedMaterial>,
  colour: Color,
  opacity: number,
  points: Vector3[],
): void {
  line.visible = points.length > 1;
  if (!line.visible) return;
  const flat = points.flatMap((point) => [point.x, point.y, point.z]);
  const now = line.geometry.getAttribute("position") as BufferAttribute | undefined;
  if (now && now.array.length === flat.length) {
    (now.array as Float32Array).set(flat);
    now.needsUpdate = true;
  } else {
    line.geometry.setAttribute("position", new Float32BufferAttribute(flat, 3));
  }
  line.computeLineDistances();
  line.material.color.copy(colour);
  line.material.opacity = opacity;
}

/** How far a ray comes before it leaves the ground. */
function inside(ground: Ground, x: number, z: number, dx: number, dz: number): number {
  const toX = dx > 0 ? (ground.maxX - x) / dx : dx < 0 ? (ground.minX - x) / dx : Infinity;
  const toZ = dz > 0 ? (ground.maxZ - z) / dz : dz < 0 ? (ground.minZ - z) / dz : Infinity;
  return Math.max(0, Math.min(toX, toZ));
}

/** How far a ray on the ground comes before it meets a wall. */
function distance(wall: WallShape, x: number, z: number, dx: number, dz: number): number {
  const [s, c] = [Math.sin(wall.yaw), Math.cos(wall.yaw)];
  const own = (u: number, v: number): [number, number] => [u * c - v * s, u * s + v * c];
  const from = own(x - wall.x, z - wall.z);
  const along = own(dx, dz);
  const half = [wall.length / 2, wall.thickness / 2];
  let [enter, leave] = [0, Infinity];
  for (const axis of [0, 1] as const) {
    const [p, d, h] = [from[axis], along[axis], half[axis]!];
    if (Math.abs(d) < 1e-9) {
      if (Math.abs(p) > h) return Infinity;
      continue;
    }
    const [a, b] = [(-h - p) / d, (h - p) / d];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : Infinity;
}
