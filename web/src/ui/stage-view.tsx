import { effect, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { captionAt, speechAt, startledAt } from "../captions";
import { mappedBelief, pictureOf } from "../picture-of";
import type { Moment } from "../moment";
import { captions, keep, live, plan, selected, showing, stage, tell, traces } from "../store";
import type { Caption, GroundPlan } from "../messages/types";
import type { Ground, Picture } from "../stage/picture";
import { playing, thingOf } from "../games";
import { Stage } from "../stage/stage";
import type { ViewName } from "../stage/view";
import { Dragging } from "./dragging";
import { EyeView } from "./eye";
import { postcard } from "./postcard";
import { inThePage, titleOf } from "./scenarios";
import { dark } from "./theme";

export const view = signal<ViewName>("follow");
/** Whether a person has taken the camera; it then stays where it was put. */
export const taken = signal(false);
export const fps = signal(0);
/** Whether this browser cannot draw the stage. */
const undrawn = signal(false);

let scene: Stage | null = null;

export function look(name: ViewName): void {
  view.value = name;
  taken.value = false;
  scene?.view.look(name);
}

/** While hands are needed in a game, a camera that follows shows all of the ground; then it follows again. */
export function showForHands(wanted: boolean): void {
  if (view.peek() === "follow" && !taken.peek()) scene?.view.look(wanted ? "whole" : "follow");
}

export function orbit(turn: number, tilt: number): void {
  scene?.view.orbit(turn, tilt, 1);
}

/** The stage, for what needs it beyond this view. */
export const theStage = (): Stage | null => scene;

/** Creatures that are drawn as plain shapes now. */
export function plainNow(): string[] {
  const now = live.now && picture(live.now);
  return scene && now ? scene.plain(now) : [];
}

/** What the map that is drawn is of; empty where none is. */
export function legendOf(now: Moment | null): string {
  const belief = now && showing.value.heat ? mappedBelief(now, selected.value) : null;
  const about = belief === null ? undefined : now?.mind?.beliefs.get(belief);
  return about ? `where ${plan.value?.creature} thinks the ${about.kind.replaceAll("-", " ")} may be` : "";
}

/** Saves the stage with what stands over it and what is told of the moment. */
export function keepPicture(): void {
  const [now, host] = [live.now, document.querySelector<HTMLElement>(".stage")];
  if (!scene || !now || !host) return;
  const [name, whose] = [stage.value?.choice.scenario ?? "piaget", plan.value?.creature ?? null];
  const sheet = postcard(scene.snapshot(), host, {
    title: `${titleOf(name)}, ${now.t.toFixed(1)} s, the mind of ${whose ?? "nobody"}`,
    legend: legendOf(now),
    thought: now.mind?.thought ? `${whose}: ${now.mind.thought}` : "",
    caption: captionAt(captions.value, now.t, whose)?.text ?? "",
  });
  sheet.toBlob((picture) => picture && keep(`${name}.png`, picture));
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
    speech: [...speechAt(captions.peek(), of.t), ...invitation(of)],
  });
  pictures.set(of, { key, picture: shown });
  return shown;
}

/** In a game the thing that hands should take asks for them. */
function invitation({ game, things }: Moment): Pick<Caption, "id" | "at" | "words">[] {
  const name = playing.peek()?.watching === null && game?.phase === "hands" ? thingOf(game.game) : null;
  const thing = name === null ? undefined : [...things.values()].find((thing) => thing.name === name);
  return thing && !thing.sliding ? [{ id: thing.id, at: thing.at, words: "Move me!" }] : [];
}

/** Says in a sentence with numbers what the sign above a creature stands for. */
function explainSign(id: number): void {
  const creature = stage.peek()?.creatures.find((creature) => creature.id === id);
  const now = live.now;
  if (!creature || !now) return;
  const caption = startledAt(captions.peek(), now.t, creature.name);
  if (caption) tell(`${caption.text} ${caption.detail}`.trim());
  else tell(`${creature.name} shows it in its face; what was the matter is some time ago.`);
}

/** A picture in which nothing moves is drawn so seldom: what is loaded meanwhile still comes into it. */
const STILL_MS = 200;

/** Draws for as long as the page is there. */
function play(on: Stage): () => void {
  let [handle, last, read, drawn] = [0, performance.now(), 0, 0];
  const draw = (time: number) => {
    handle = requestAnimationFrame(draw);
    if (on.meter.early(time)) return;
    const seconds = Math.min(0.1, (time - last) / 1000);
    last = time;
    const { before, now, came, interval } = live;
    const [from, to] = [before && picture(before), now && picture(now)];
    if (from && to) {
      const t = now?.clock.paused ? 1 : Math.min(1, (performance.now() - came) / interval);
      const still = on.isStill(from, to, t);
      if (still && time - drawn < STILL_MS) on.meter.rest();
      else {
        drawn = time;
        on.draw(from, to, t, seconds);
      }
    }
    if (time - read > 500) {
      read = time;
      fps.value = Math.round(on.meter.fps);
    }
  };
  handle = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(handle);
}

export function groundOf({ min, max, blocked }: GroundPlan): Ground {
  return { minX: min[0], minZ: min[1], maxX: max[0], maxZ: max[1], blocked };
}

export function StageView() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current!;
    try {
      scene = new Stage(element, () => (taken.value = view.peek() === "follow"), explainSign);
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

/** Seconds after which the card folds, unless a person has put a hand on it. */
const CARD_S = 8;

/** What the scenario shows and what to try; it folds by itself, so that what goes on is seen. */
function Card() {
  const now = stage.value;
  const name = now?.choice.scenario;
  const [open, setOpen] = useState(window.innerWidth > 900);
  useEffect(() => {
    setOpen(window.innerWidth > 900);
    const timer = window.setTimeout(() => setOpen(false), CARD_S * 1000);
    return () => window.clearTimeout(timer);
  }, [now]);
  // What a game says stands below.
  if (!now || playing.value) return null;
  return (
    <details
      class="card"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-scenario={name}
    >
      <summary>{titleOf(name ?? "")}</summary>
      <p>{now.shows}</p>
      <p class="try">{inThePage(now.try_this)}</p>
    </details>
  );
}

const VIEWS: [ViewName, string][] = [
  ["follow", "Follow"],
  ["around", "Whole"],
  ["above", "Above"],
  ["eye", "Eyes"],
];

function Views() {
  return (
    <div class="views">
      <div class="segmented" role="group" aria-label="View">
        {VIEWS.map(([name, label]) => (
          <button
            key={name}
            aria-pressed={view.value === name && !(name === "follow" && taken.value)}
            onClick={() => look(name)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
