// The ground as a soft slab, and the walls on it.
import {
  BoxGeometry,
  ExtrudeGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  LineBasicMaterial,
  LineSegments,
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  MeshLambertMaterial,
  Shape,
} from "three";
import type { Scheme } from "./colours";
import type { Ground, WallShape } from "./picture";

const THICKNESS_M = 0.5;
const CORNER_M = 1.2;
const MARGIN_M = 0.4;
const GRID_M = 2;
/** How high the cells are drawn on which one cannot stand. */
const BLOCK_M = 0.7;

/** The slab that everything stands on; its top is at height 0. */
export class Slab {
  readonly root = new Group();
  private readonly top: MeshLambertMaterial;
  private readonly side: MeshLambertMaterial;
  private readonly blocks: MeshLambertMaterial;
  private readonly lines: LineBasicMaterial;

  constructor(ground: Ground, scheme: Scheme) {
    const [x0, z0] = [ground.minX - MARGIN_M, ground.minZ - MARGIN_M];
    const [x1, z1] = [ground.maxX + MARGIN_M, ground.maxZ + MARGIN_M];
    const r = Math.min(CORNER_M, (x1 - x0) / 4, (z1 - z0) / 4);
    const outline = new Shape();
    // The shape lies in x-y and is turned onto the ground, so z is counted backwards.
    outline
      .moveTo(x0 + r, -z0)
      .lineTo(x1 - r, -z0)
      .quadraticCurveTo(x1, -z0, x1, -z0 - r);
    outline.lineTo(x1, -z1 + r).quadraticCurveTo(x1, -z1, x1 - r, -z1);
    outline.lineTo(x0 + r, -z1).quadraticCurveTo(x0, -z1, x0, -z1 + r);
    outline.lineTo(x0, -z0 - r).quadraticCurveTo(x0, -z0, x0 + r, -z0);
    const geometry = new ExtrudeGeometry(outline, {
      depth: THICKNESS_M,
      bevelEnabled: false,
      curveSegments: 10,
    });
    geometry.rotateX(-Math.PI / 2);
    geometry.translate(0, -THICKNESS_M, 0);
    this.top = new MeshLambertMaterial();
    this.side = new MeshLambertMaterial();
    const slab = new Mesh(geometry, [this.top, this.side]);
    slab.receiveShadow = true;
    slab.name = "ground";
    const points: number[] = [];
    for (let x = Math.ceil(ground.minX / GRID_M) * GRID_M; x <= ground.maxX; x += GRID_M) {
      points.push(x, 0.004, ground.minZ, x, 0.004, ground.maxZ);
    }
    for (let z = Math.ceil(ground.minZ / GRID_M) * GRID_M; z <= ground.maxZ; z += GRID_M) {
      points.push(ground.minX, 0.004, z, ground.maxX, 0.004, z);
    }
    this.blocks = new MeshLambertMaterial();
    const blocks = new InstancedMesh(new BoxGeometry(1, 1, 1), this.blocks, ground.blocked.length);
    ground.blocked.forEach(([x, z, width, depth], i) => {
      const place = new Matrix4().makeScale(width, BLOCK_M, depth);
      blocks.setMatrixAt(i, place.setPosition(x + width / 2, BLOCK_M / 2, z + depth / 2));
    });
    this.root.add(blocks);
    this.lines = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
    const net = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
    this.root.add(slab, new LineSegments(net, this.lines));
    this.paint(scheme);
  }

  paint(scheme: Scheme): void {
    this.top.color.copy(scheme.ground);
    this.side.color.copy(scheme.groundEdge);
    this.lines.color.copy(scheme.grid);
    this.blocks.color.copy(scheme.wall);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.traverse((node) => {
      if (node instanceof Mesh || node instanceof LineSegments) node.geometry.dispose();
    });
    for (const material of [this.top, this.side, this.blocks, this.lines]) material.dispose();
  }
}

/** Walls, by name; they may be moved. */
export class Walls {
  readonly root = new Group();
  private readonly material = new MeshLambertMaterial();
  /** For walls that would hide the chosen creature. */
  private readonly thin = new MeshLambertMaterial({ transparent: true, opacity: 0.32, depthWrite: false });
  private readonly meshes = new Map<string, Mesh>();

  /** Shows all of them; one sees through those that hide somebody. */
  show(walls: WallShape[], scheme: Scheme, hiding: ReadonlySet<string>): void {
    this.material.color.copy(scheme.wall);
    this.thin.color.copy(scheme.wall);
    const gone = new Set(this.meshes.keys());
    for (const wall of walls) {
      gone.delete(wall.name);
      let mesh = this.meshes.get(wall.name);
      if (!mesh) {
        mesh = new Mesh(new BoxGeometry(1, 1, 1), this.material);
        mesh.castShadow = true;
        mesh.receiveShadow = true;
        mesh.userData["wall"] = wall.name;
        this.meshes.set(wall.name, mesh);
        this.root.add(mesh);
      }
      mesh.scale.set(wall.length, wall.height, wall.thickness);
      mesh.position.set(wall.x, wall.height / 2, wall.z);
      mesh.rotation.y = wall.yaw;
      mesh.updateMatrixWorld();
      mesh.material = hiding.has(wall.name) ? this.thin : this.material;
    }
    for (const name of gone) {
      const mesh = this.meshes.get(name);
      mesh?.removeFromParent();
      mesh?.geometry.dispose();
      this.meshes.delete(name);
    }
  }
}
