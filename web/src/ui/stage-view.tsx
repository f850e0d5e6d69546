import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { mappedBelief, pictureOf } from "../picture-of";
import type { Moment } from "../moment";
import { keep, live, moment, plan, selected, showing, stage, traces } from "../store";
import { legend } from "../stage/heat";
import type { GroundPlan } from "../messages/types";
import type { Ground, Picture } from "../stage/picture";
import { Stage, type ViewName } from "../stage/stage";
import { Dragging } from "./dragging";
import { EyeView } from "./eye";
import { inThePage } from "./scenarios";
import { dark } from "./theme";

export const view = signal<ViewName>("around");
export const fps = signal(0);
/** Whether this browser cannot draw the stage. */
const undrawn = signal(false);

let scene: Stage | null = null;

export function look(name: ViewName): void {
  view.value = name;
  scene?.look(name);
}

export function orbit(turn: number, tilt: number): void {
  scene?.orbit(turn, tilt, 1);
}

/** The stage, for what needs it beyond this view. */
export const theStage = (): Stage | null => scene;

export async function keepPicture(): Promise<void> {
  const picture = await scene?.snapshot();
  if (picture) keep(`${stage.value?.choice.scenario ?? "piaget"}.png`, picture);
}

/** A violation lasts a tick; a person needs longer to see its sign. */
const SIGN_S = 1.2;

/** The kinds of violations of the last second before a moment. */
function violated(t: number): string[] {
  const recent =
    traces()?.violations.filter((violation) => violation.t <= t && violation.t > t - SIGN_S) ?? [];
  return recent.map((violation) => violation.kind);
}

const pictures = new WeakMap<Moment, { key: unknown; picture: Picture }>();

/** The picture of a moment, made once for as long as nothing else was chosen. */
function picture(of: Moment): Picture | null {
  const [now, lattice] = [stage.peek(), plan.peek()?.lattice ?? null];
  if (!now) return null;
  const key = `${selected.peek()} ${JSON.stringify(showing.peek())} ${view.peek()} ${lattice?.places.length}`;
  const kept = pictures.get(of);
  if (kept && kept.key === key) return kept.picture;
  const shown = pictureOf(now, lattice, of, {
    selected: selected.peek(),
    showing: showing.peek(),
    throughEyes: view.peek() === "eye",
    violated: violated(of.t),
  });
  pictures.set(of, { key, picture: shown });
  return shown;
}

/** Draws for as long as the page is there. */
function play(on: Stage): () => void {
  let [handle, last, read] = [0, performance.now(), 0];
  const draw = (time: number) => {
    handle = requestAnimationFrame(draw);
    if (on.meter.early(time)) return;
    const seconds = Math.min(0.1, (time - last) / 1000);
    last = time;
    const { before, now, came, interval } = live;
    const [from, to] = [before && picture(before), now && picture(now)];
    if (from && to) {
      const t = now?.clock.paused ? 1 : Math.min(1, (performance.now() - came) / interval);
      on.draw(from, to, t, seconds);
    }
    if (time - read > 500) {
      read = time;
      fps.value = Math.round(on.meter.fps);
    }
  };
  handle = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(handle);
}

function groundOf({ min, max, blocked }: GroundPlan): Ground {
  return { minX: min[0], minZ: min[1], maxX: max[0], maxZ: max[1], blocked };
}

export function StageView() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current!;
    try {
      scene = new Stage(element);
    } catch {
      // Without WebGL there is no picture; everything else works without it.
      undrawn.value = true;
      return;
    }
    const on = scene;

    const dragging = new Dragging(element, on);
    const stop = play(on);
    const settled = effect(() => {
      const ground = stage.value?.ground;
      if (ground) on.settle(groundOf(ground));
    });
    const painted = effect(() => on.paint(dark.value));
    return () => {
      stop();
      settled();
      painted();
      dragging.end();
    };
  }, []);
  return (
    <div
      class="stage"
      ref={host}
      tabIndex={0}
      role="group"
      aria-label="The world, drawn. Arrow keys turn the view."
    >
      {undrawn.value && (
        <p class="undrawn">
          This browser does not draw in three dimensions (WebGL is missing or switched off). Time, plots,
          panels and what the creature sees are here all the same.
        </p>
      )}
      <Card />
      <Views />
      <Portrait />
      <EyeView />
    </div>
  );
}

/** A frame; the stage draws into it. */
function Portrait() {
  const frame = useRef<HTMLDivElement>(null);
  const whose = plan.value?.creature;
  useEffect(() => {
    scene?.hang(frame.current);
  }, [whose]);
  if (!whose) return null;
  return (
    <figure class="face" aria-hidden="true">
      <div ref={frame} />
      <figcaption>{whose}</figcaption>
    </figure>
  );
}

function Card() {
  const now = stage.value;
  if (!now) return null;
  return (
    <details class="card" open={window.innerWidth > 900}>
      <summary>{now.choice.scenario}</summary>
      <p>{now.shows}</p>
      <p class="try">{inThePage(now.try_this)}</p>
    </details>
  );
}

const VIEWS: [ViewName, string][] = [
  ["around", "Around"],
  ["above", "Above"],
  ["eye", "Eyes"],
];

function Views() {
  const now = moment.value;
  const belief = now ? mappedBelief(now, selected.value) : null;
  const about = belief === null ? undefined : now?.mind?.beliefs.get(belief);
  return (
    <div class="views">
      <div class="segmented" role="group" aria-label="View">
        {VIEWS.map(([name, label]) => (
          <button key={name} aria-pressed={view.value === name} onClick={() => look(name)}>
            {label}
          </button>
        ))}
      </div>
      {about && showing.value.heat && (
        <div class="legend">
          where {plan.value?.creature} thinks the {about.kind} may be
          <div class="ramp" style={{ background: legend(dark.value) }} />
          <div class="ends" aria-hidden="true">
            <span>unlikely</span>
            <span>likely</span>
          </div>
        </div>
      )}
    </div>
  );
}
