// A belief's map on the ground: one cell per node, coloured by how likely the thing is there. Cells in view are rimmed,
// so that one sees a look empty the map.
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  LinearFilter,
  Mesh,
  RGBAFormat,
  ShaderMaterial,
  SRGBColorSpace,
} from "three";

/** Inferno, after Smith and van der Walt: steps of equal number look like steps of equal size. */
const INFERNO = [
  0x000004, 0x0d0829, 0x280b53, 0x470b6a, 0x65156e, 0x82206c, 0x9f2a63, 0xbc3754, 0xd44842, 0xe8602d,
  0xf57d15, 0xfc9f07, 0xfac228, 0xf3e55d, 0xfcffa4,
];

/** Where cells stand and how large they are. */
export interface Lattice {
  shape: "hexagons" | "squares";
  cell: number;
  /** x and z of each node, one after the other. */
  centres: ArrayLike<number>;
}

const vertexShader = /* glsl */ `
  attribute vec2 own;
  attribute vec2 state;
  varying float level;
  varying float inView;
  varying vec2 within;
  void main() {
    level = state.x;
    inView = state.y;
    within = own;
    vec3 at = vec3(position.x, 0.012 + level * 0.02, position.z);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
  }
`;

const fragmentShader = /* glsl */ `
  uniform sampler2D ramp;
  uniform float rim;
  uniform float dark;
  varying float level;
  varying float inView;
  varying vec2 within;
  void main() {
    float edge = smoothstep(rim * 0.72, rim * 0.9, length(within));
    float heat = smoothstep(0.02, 0.25, level);
    vec3 colour = texture2D(ramp, vec2(mix(1.0 - level * 0.72, 0.25 + level * 0.75, dark), 0.5)).rgb;
    float alpha = heat * mix(0.55, 0.9, level) * (1.0 - edge * 0.25);
    float sight = inView * mix(0.1, 0.5, edge) * (1.0 - heat * 0.6) * mix(1.0, 0.35, dark);
    colour = mix(colour, vec3(1.0), sight / max(sight + alpha, 1e-4));
    alpha = max(alpha, sight);
    if (alpha < 0.01) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }
`;

/** Corners of a cell around its middle, as x and z. */
function corners(lattice: Lattice): [number, number][] {
  const hexagon = lattice.shape === "hexagons";
  const sides = hexagon ? 6 : 4;
  // Neighbouring centres are `cell` apart, so a hexagon's corner is cell / sqrt 3 from its middle.
  const radius = (hexagon ? lattice.cell / Math.sqrt(3) : lattice.cell / Math.SQRT2) * 0.97;
  const turn = hexagon ? Math.PI / 6 : Math.PI / 4;
  return Array.from({ length: sides }, (_, side) => {
    const a = turn + (side * 2 * Math.PI) / sides;
    return [Math.cos(a) * radius, Math.sin(a) * radius];
  });
}

/** The colours from unlikely to likely. */
export function ramp(dark: boolean): string[] {
  const stops = INFERNO.map((hex) => `#${hex.toString(16).padStart(6, "0")}`);
  return dark ? stops.slice(4) : stops.slice(4).reverse();
}

/** The colours as a CSS gradient, for the legend. */
export function legend(dark: boolean): string {
  return `linear-gradient(90deg, ${ramp(dark).join(", ")})`;
}

/** Below this share of the likeliest place a cell is not drawn. */
const FAINT = 4e-4;

export class HeatMap {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly sides: number;
  private readonly count: number;
  private readonly state: BufferAttribute;
  private readonly drawn: BufferAttribute;

  constructor(lattice: Lattice, dark: boolean) {
    // One mesh of all cells, of which an index picks those worth drawing: drawing a cell at a time is slow where a
    // processor has to do it.
    const around = corners(lattice);
    this.sides = around.length;
    this.count = lattice.centres.length / 2;
    const [at, own] = [
      new Float32Array(this.count * this.sides * 3),
      new Float32Array(this.count * this.sides * 2),
    ];
    for (let node = 0; node < this.count; node += 1) {
      around.forEach(([x, z], side) => {
        const vertex = node * this.sides + side;
        at.set([lattice.centres[node * 2]! + x, 0, lattice.centres[node * 2 + 1]! + z], vertex * 3);
        own.set([x, z], vertex * 2);
      });
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(at, 3));
    geometry.setAttribute("own", new BufferAttribute(own, 2));
    this.state = new BufferAttribute(new Float32Array(this.count * this.sides * 2), 2).setUsage(
      DynamicDrawUsage,
    );
    geometry.setAttribute("state", this.state);
    this.drawn = new BufferAttribute(new Uint32Array(this.count * (this.sides - 2) * 3), 1).setUsage(
      DynamicDrawUsage,
    );
    geometry.setIndex(this.drawn);
    geometry.setDrawRange(0, 0);
    const pixels = new Uint8Array(INFERNO.length * 4);
    INFERNO.forEach((hex, i) => pixels.set([hex >> 16, (hex >> 8) & 255, hex & 255, 255], i * 4));
    const ramp = new DataTexture(pixels, INFERNO.length, 1, RGBAFormat);
    ramp.colorSpace = SRGBColorSpace;
    ramp.magFilter = LinearFilter;
    ramp.minFilter = LinearFilter;
    ramp.needsUpdate = true;
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        ramp: { value: ramp },
        rim: { value: lattice.cell * 0.58 },
        dark: { value: dark ? 1 : 0 },
      },
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Shows these masses, one per node; cells that are in view get a rim. */
  show(masses: ArrayLike<number> | null, inView: ArrayLike<number> | null): void {
    let top = 0;
    for (let node = 0; node < this.count; node += 1) top = Math.max(top, masses?.[node] ?? 0);
    const state = this.state.array as Float32Array;
    const index = this.drawn.array as Uint32Array;
    let used = 0;
    for (let node = 0; node < this.count; node += 1) {
      const share = top > 0 ? (masses?.[node] ?? 0) / top : 0;
      const seen = inView?.[node] ? 1 : 0;
      if (share < FAINT && seen === 0) continue;
      // The root lets faint places be seen beside a peak.
      const level = Math.sqrt(share);
      const first = node * this.sides;
      for (let side = 0; side < this.sides; side += 1) {
        state[(first + side) * 2] = level;
        state[(first + side) * 2 + 1] = seen;
      }
      for (let side = 2; side < this.sides; side += 1) {
        index[used++] = first;
        index[used++] = first + side;
        index[used++] = first + side - 1;
      }
    }
    this.state.needsUpdate = true;
    this.drawn.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, used);
  }

  paint(dark: boolean): void {
    this.mesh.material.uniforms["dark"]!.value = dark ? 1 : 0;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    (this.mesh.material.uniforms["ramp"]!.value as DataTexture).dispose();
    this.mesh.material.dispose();
  }
}
