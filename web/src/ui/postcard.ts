// Pictures to keep: the stage or the plots with the words that stand over and beside them, so that whoever gets one can read it.
import { ramp } from "../stage/heat";
import { dark } from "./theme";

/** What is written under a picture of the stage. */
export interface Words {
  title: string;
  /** What the colours of the map stand for; empty where no map is drawn. */
  legend: string;
  thought: string;
  caption: string;
}

const PAD = 10;
const LINE = 20;
const RAMP = { width: 150, height: 8 };

const styleOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Cuts words to a width, with dots where something is left out. */
function cut(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Words of the page where they stand on the page, on the ground that they have there. */
function write(context: CanvasRenderingContext2D, element: HTMLElement, host: DOMRect): void {
  const text = element.textContent ?? "";
  const box = element.getBoundingClientRect();
  if (text === "" || box.width === 0) return;
  const style = getComputedStyle(element);
  const [x, y] = [box.left - host.left, box.top - host.top];
  context.fillStyle = style.backgroundColor;
  context.beginPath();
  context.roundRect(x, y, box.width, box.height, Number.parseFloat(style.borderRadius) || 0);
  context.fill();
  context.fillStyle = style.color;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  [context.textAlign, context.textBaseline] = ["center", "middle"];
  context.fillText(text, x + box.width / 2, y + box.height / 2 + 1, box.width);
}

/** What the map's colours mean, in the corner where the page has it. */
function drawLegend(context: CanvasRenderingContext2D, text: string, right: number): void {
  context.font = "12px system-ui, sans-serif";
  [context.textAlign, context.textBaseline] = ["left", "middle"];
  const width = Math.max(RAMP.width, context.measureText(text).width);
  const [x, y] = [right - width - 2 * PAD, PAD];
  context.fillStyle = styleOf("--sheet");
  context.beginPath();
  context.roundRect(x - PAD, y, width + 2 * PAD, 3 * LINE, 8);
  context.fill();
  context.fillStyle = styleOf("--ink");
  context.fillText(text, x, y + LINE * 0.6);
  const colours = context.createLinearGradient(x, 0, x + width, 0);
  const stops = ramp(dark.peek());
  stops.forEach((colour, i) => colours.addColorStop(i / (stops.length - 1), colour));
  context.fillStyle = colours;
  context.fillRect(x, y + LINE * 1.3, width, RAMP.height);
  context.fillStyle = styleOf("--soft");
  context.fillText("unlikely", x, y + LINE * 2.4);
  context.textAlign = "right";
  context.fillText("likely", x + width, y + LINE * 2.4);
}

/** The stage with names, speech and signs, the legend of its map, and what is told of the moment below. */
export function postcard(picture: HTMLCanvasElement, host: HTMLElement, words: Words): HTMLCanvasElement {
  const box = host.getBoundingClientRect();
  const sheet = document.createElement("canvas");
  const lines = [words.title, words.thought, words.caption].filter((line) => line !== "");
  // A picture that is drawn coarsely on a slow machine has words that can be read all the same.
  const scale = Math.max(1, picture.width / box.width);
  const foot = lines.length * LINE + 2 * PAD;
  [sheet.width, sheet.height] = [Math.round(box.width * scale), Math.round((box.height + foot) * scale)];
  const context = sheet.getContext("2d")!;
  context.scale(scale, scale);
  context.fillStyle = styleOf("--sheet");
  context.fillRect(0, 0, box.width, box.height + foot);
  context.drawImage(picture, 0, 0, box.width, box.height);
  for (const part of host.querySelectorAll<HTMLElement>(".labels .tag:not([hidden]) > span"))
    write(context, part, box);
  if (words.legend !== "") drawLegend(context, words.legend, box.width);
  [context.textAlign, context.textBaseline] = ["left", "middle"];
  lines.forEach((line, i) => {
    context.font = `${i === 0 ? 600 : 400} 14px system-ui, sans-serif`;
    context.fillStyle = styleOf(i === 0 ? "--ink" : "--soft");
    context.fillText(cut(context, line, box.width - 2 * PAD), PAD, box.height + PAD + LINE * (i + 0.5));
  });
  return sheet;
}
