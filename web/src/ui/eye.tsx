import { useEffect, useRef } from "preact/hooks";
import type { Eye } from "../moment";
import { moment, plan, stage } from "../store";
import { named } from "../stage/colours";
import { dark } from "./theme";

type Rgb = [number, number, number];

const rgb = (name: string): Rgb => {
  const { r, g, b } = named(name).convertLinearToSRGB();
  return [r * 255, g * 255, b * 255];
};

/** Colours of what an eye's pixels stand for: nothing, walls, then the marks in their order. */
function palette(eye: Eye, night: boolean): Rgb[] {
  const colours: Rgb[] = night
    ? [
        [24, 33, 36],
        [88, 80, 68],
      ]
    : [
        [226, 230, 216],
        [196, 178, 152],
      ];
  for (const [id, part] of eye.marks) {
    const thing = moment.value?.things.get(id);
    const creature = stage.value?.creatures.find((creature) => creature.id === id);
    const [r, g, b] = rgb(thing?.colour ?? creature?.colour ?? "");
    // A marked part of a body stands out from its trunk, as in the thesis' figure.
    colours.push(part ? [r * 0.5 + 110, g * 0.5 + 60, b * 0.5 + 30] : [r, g, b]);
  }
  return colours;
}

/** What the creature's own eye renders, in a corner. */
export function EyeView() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const eye = moment.value?.mind?.eye ?? null;
  const night = dark.value;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !eye) return;
    const image = context.createImageData(eye.columns, eye.rows);
    const colours = palette(eye, night);
    for (let i = 0; i < eye.pixels.length; i += 1) {
      const [r, g, b] = colours[eye.pixels[i]!] ?? [255, 0, 255];
      // The ground is a little darker than the sky.
      const shade = eye.pixels[i] === 0 && i > eye.pixels.length / 2 ? 0.94 : 1;
      image.data.set([r * shade, g * shade, b * shade, 255], i * 4);
    }
    context.putImageData(image, 0, 0);
  }, [eye, night]);
  if (!eye) return null;
  const seen = [...new Set(eye.marks.map(([id]) => moment.value?.things.get(id)?.kind ?? "creature"))];
  const words = seen.length > 0 ? seen.join(", ") : "nothing in particular";
  return (
    <figure class="eye">
      <canvas
        ref={canvas}
        width={eye.columns}
        height={eye.rows}
        role="img"
        aria-label={`The eye of ${plan.value?.creature}: ${words}`}
      />
      <figcaption>{plan.value?.creature}’s eye</figcaption>
    </figure>
  );
}
