import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { EXPECTING, type Traces, type Violation } from "../traces";
import { keep, moment, scrub, stage, traces } from "../store";
import { dark } from "./theme";

/** Colours that are told apart by people of every colour vision, by day and by night (after Okabe and Ito). */
const DAY = ["#b0431d", "#23596f", "#4c6b2f", "#8a4f8f", "#8a6a12", "#1f7a78", "#7a3b3b", "#444b52"];
const NIGHT = ["#f5a27d", "#8ccbdd", "#a8c98a", "#d9a6dd", "#e5c566", "#77d1cc", "#e0a0a0", "#b9c2c9"];
/** The colours of curves and bands, in their order. */
export const curveColours = (): string[] => (dark.value ? NIGHT : DAY);

const WINDOW_S = 60;
const REDRAW_MS = 250;
const MOST_FELT = 8;

/** The plots that are shown, from the top. */
const plots: { plot: uPlot; drawn: Drawn }[] = [];

/** Height of the line above each plot that names its curves, in pixels of the page. */
const KEYS_PX = 22;

/** Both plots with the names of their curves, one above the other, as a picture. */
export function keepPlot(): void {
  const scale = devicePixelRatio;
  const keys = KEYS_PX * scale;
  const width = Math.max(...plots.map(({ plot }) => plot.ctx.canvas.width));
  const height = plots.reduce((sum, { plot }) => sum + plot.ctx.canvas.height + keys, 0);
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [width, height];
  const context = sheet.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(document.body);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.textBaseline = "middle";
  let top = 0;
  for (const { plot, drawn } of plots) {
    let left = 8 * scale;
    [drawn.label, ...drawn.names].forEach((name, i) => {
      const colours = curveColours();
      context.font = `${i === 0 ? 600 : 400} ${12 * scale}px system-ui, sans-serif`;
      context.fillStyle = i === 0 ? style.color : colours[(i - 1) % colours.length]!;
      context.fillText(name, left, top + keys / 2);
      left += context.measureText(name).width + 12 * scale;
    });
    context.drawImage(plot.ctx.canvas, 0, top + keys);
    top += keys + plot.ctx.canvas.height;
  }
  sheet.toBlob((blob) => blob && keep(`${stage.value?.choice.scenario ?? "piaget"}-plot.png`, blob));
}

interface Drawn {
  label: string;
  names: readonly string[];
  data(from: Traces): (number | null)[][];
  scale: uPlot.Scale;
}

function Plot(props: { drawn: Drawn; of: Traces | null }) {
  const host = useRef<HTMLDivElement>(null);
  const { drawn, of } = props;
  const night = dark.value;
  const colours = curveColours();
  useEffect(() => {
    const element = host.current;
    if (!element || !of) return;
    const style = getComputedStyle(document.documentElement);
    const [soft, rule, ember, ink] = ["--soft", "--line", "--ember", "--ink"].map((name) =>
      style.getPropertyValue(name).trim(),
    );
    const axis = {
      stroke: soft,
      grid: { stroke: rule, width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { time: false }, y: drawn.scale },
        axes: [
          { ...axis, size: 22, values: (_, ticks) => ticks.map((tick) => `${tick} s`) },
          { ...axis, size: 34 },
        ],
        series: [
          {},
          ...drawn.names.map((name, i) => ({
            label: name,
            stroke: colours[i % colours.length],
            width: 1.6,
            points: { show: false },
          })),
        ],
        hooks: { draw: [(plot) => rules(plot, of.violations, ember!, ink!)] },
      },
      [[], ...drawn.names.map(() => [])] as uPlot.AlignedData,
      element,
    );
    const own = { plot, drawn };
    plots.push(own);
    const redraw = () => {
      const now = of.t.at(-1) ?? 0;
      plot.batch(() => {
        plot.setData([of.t, ...drawn.data(of)] as uPlot.AlignedData, false);
        plot.setScale("x", {
          min: Math.max(of.t[0] ?? 0, now - WINDOW_S),
          max: Math.max(now, (of.t[0] ?? 0) + 5),
        });
      });
    };
    const timer = window.setInterval(() => document.hidden || redraw(), REDRAW_MS);
    const sized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    sized.observe(element);
    // A click on a plot shows that moment.
    plot.over.addEventListener("click", () => {
      const at = plot.posToVal(plot.cursor.left ?? 0, "x");
      scrub(Math.max(1, Math.round(at * (stage.value?.tick_hz ?? 30))));
    });
    redraw();
    return () => {
      window.clearInterval(timer);
      sized.disconnect();
      plots.splice(plots.indexOf(own), 1);
      plot.destroy();
    };
  }, [of, night, drawn]);
  return (
    <figure class="plot">
      <figcaption class="keys">
        <b>{drawn.label}</b>
        {drawn.names.map((name, i) => (
          <span key={name} style={{ "--key": colours[i % colours.length] }}>
            {name}
          </span>
        ))}
      </figcaption>
      <div
        class="canvas"
        ref={host}
        role="img"
        aria-label={`${drawn.label} over the last minute: ${drawn.names.join(", ")}`}
      />
    </figure>
  );
}

/** Violations as ember strokes, and the moment that is shown when it is a past one. */
function rules(plot: uPlot, violations: Violation[], ember: string, ink: string): void {
  const context = plot.ctx;
  const { left, top, width, height } = plot.bbox;
  const stroke = (t: number, colour: string, dash: number[]) => {
    const x = plot.valToPos(t, "x", true);
    if (x < left || x > left + width) return;
    context.beginPath();
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
  };
  context.save();
  for (const violation of violations) {
    stroke(violation.t, ember, [2, 3]);
    const x = plot.valToPos(violation.t, "x", true);
    if (x < left || x > left + width) continue;
    context.fillStyle = ember;
    context.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    context.fillText(violation.kind === "confusion" ? "?" : "!", x + 2, top + 11 * devicePixelRatio);
  }
  const now = moment.peek();
  if (now && now.clock.present !== null) stroke(now.t, ink, []);
  context.restore();
}

const EXPECTED: Drawn = {
  label: "Expecting",
  names: EXPECTING,
  data: (from) => from.expecting,
  scale: { range: [0, 1.02] },
};

const felt = new WeakMap<Traces, Drawn>();

function feltOf(of: Traces): Drawn {
  let drawn = felt.get(of);
  if (!drawn) {
    drawn = {
      label: "Feeling",
      names: of.values.slice(0, MOST_FELT).map((value) => value.name),
      data: (from) => from.felt.slice(0, MOST_FELT),
      scale: { range: (_, least, most) => [Math.min(0, least ?? 0), Math.max(1, most ?? 1) * 1.02] },
    };
    felt.set(of, drawn);
  }
  return drawn;
}

export function Plots() {
  // Read, so that the plots change with the creature.
  void stage.value;
  const shown = useTraces();
  return (
    <div class="plots">
      <Plot drawn={EXPECTED} of={shown} />
      {shown && shown.values.length > 0 && <Plot drawn={feltOf(shown)} of={shown} />}
    </div>
  );
}

function useTraces(): Traces | null {
  void moment.value;
  return traces();
}
