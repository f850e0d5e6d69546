// A belief's map on the ground: one cell per node, coloured by how likely the thing is there. Cells in view are rimmed,
// so that one sees a look empty the map.
import {
  BufferGeometry,
  DataTexture,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
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
  attribute vec2 place;
  attribute float mass;
  attribute float seen;
  uniform float top;
  varying float level;
  varying float inView;
  varying vec2 own;
  void main() {
    // The root lets faint places be seen beside a peak.
    level = top > 0.0 ? sqrt(clamp(mass / top, 0.0, 1.0)) : 0.0;
    inView = seen;
    own = position.xz;
    vec3 at = vec3(position.x + place.x, 0.012 + level * 0.02, position.z + place.y);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
  }
`;

const fragmentShader = /* glsl */ `
  uniform sampler2D ramp;
  uniform float rim;
  uniform float dark;
  uniform vec3 viewColour;
  varying float level;
  varying float inView;
  varying vec2 own;
  void main() {
    float edge = smoothstep(rim * 0.72, rim * 0.9, length(own));
    float heat = smoothstep(0.02, 0.25, level);
    vec3 colour = texture2D(ramp, vec2(mix(1.0 - level * 0.72, 0.25 + level * 0.75, dark), 0.5)).rgb;
    float alpha = heat * mix(0.55, 0.9, level) * (1.0 - edge * 0.25);
    float sight = inView * mix(0.1, 0.5, edge) * (1.0 - heat * 0.6);
    colour = mix(colour, viewColour, sight / max(sight + alpha, 1e-4));
    alpha = max(alpha, sight);
    if (alpha < 0.01) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }
`;

function cellGeometry(lattice: Lattice): BufferGeometry {
  const corners: number[] = [];
  const hexagon = lattice.shape === "hexagons";
  const sides = hexagon ? 6 : 4;
  // Neighbouring centres are `cell` apart, so a hexagon's corner is cell / sqrt 3 from its middle.
  const radius = (hexagon ? lattice.cell / Math.sqrt(3) : lattice.cell / Math.SQRT2) * 0.97;
  const turn = hexagon ? Math.PI / 6 : Math.PI / 4;
  for (let side = 0; side < sides; side += 1) {
    const a = turn + (side * 2 * Math.PI) / sides;
    const b = turn + ((side + 1) * 2 * Math.PI) / sides;
    corners.push(
      0,
      0,
      0,
      Math.cos(b) * radius,
      0,
      Math.sin(b) * radius,
      Math.cos(a) * radius,
      0,
      Math.sin(a) * radius,
    );
  }
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(corners, 3));
}

/** The colours as a CSS gradient, for the legend. */
export function legend(dark: boolean): string {
  const stops = INFERNO.map((hex) => `#${hex.toString(16).padStart(6, "0")}`);
  const shown = dark ? stops.slice(4) : stops.slice(4).reverse();
  return `linear-gradient(90deg, ${shown.join(", ")})`;
}

export class HeatMap {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private mass: InstancedBufferAttribute;
  private seen: InstancedBufferAttribute;

  constructor(lattice: Lattice, dark: boolean) {
    const cell = cellGeometry(lattice);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", cell.getAttribute("position"));
    const count = lattice.centres.length / 2;
    const places = Float32Array.from(lattice.centres);
    geometry.setAttribute("place", new InstancedBufferAttribute(places, 2));
    this.mass = new InstancedBufferAttribute(new Float32Array(count), 1);
    this.seen = new InstancedBufferAttribute(new Float32Array(count), 1);
    geometry.setAttribute("mass", this.mass);
    geometry.setAttribute("seen", this.seen);
    geometry.instanceCount = count;
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
      uniforms: {
        ramp: { value: ramp },
        top: { value: 0 },
        rim: { value: lattice.cell * 0.58 },
        dark: { value: dark ? 1 : 0 },
        viewColour: { value: { r: 1, g: 1, b: 1 } },
      },
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Shows these masses, one per node; cells whose number is in `inView` get a rim. */
  show(masses: ArrayLike<number> | null, inView: ArrayLike<number> | null): void {
    const mass = this.mass.array as Float32Array;
    const seen = this.seen.array as Float32Array;
    let top = 0;
    for (let i = 0; i < mass.length; i += 1) {
      const value = masses?.[i] ?? 0;
      mass[i] = value;
      if (value > top) top = value;
      seen[i] = inView?.[i] ? 1 : 0;
    }
    this.mass.needsUpdate = true;
    this.seen.needsUpdate = true;
    this.mesh.material.uniforms["top"]!.value = top;
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
