import { useState } from "preact/hooks";
import type { Happened, NewThing, ThingNow, WallNow } from "../messages/types";
import { named } from "../stage/colours";
import { halfOf } from "../picture-of";
import { change, moment, stage, story } from "../store";

/** How far an arrow key moves a thing, and how fast it slides. */
const STEP_M = 0.5;
const PUSH_M_PER_S = 3;

type Plan = Omit<NewThing, "name" | "at">;

const ball = (kind: string, colour: string, radius: number, solid = true): Plan => ({
  kind,
  colour,
  shape: { form: "sphere", radius },
  solid,
});
const upright = (kind: string, colour: string, radius: number, height: number): Plan => ({
  kind,
  colour,
  shape: { form: "capsule", radius, height },
  solid: true,
});

/** What can be brought in, in the sizes that the scenarios use. */
const NEW: Plan[] = [
  upright("sheep", "white", 0.3, 0.9),
  upright("sheep", "black", 0.3, 0.9),
  upright("wolf", "grey", 0.35, 0.9),
  { kind: "cube", colour: "red", shape: { form: "box", size: [0.5, 0.5, 0.5] }, solid: true },
  ball("berry", "red", 0.1, false),
  ball("melon", "green", 0.2),
  ball("ball", "blue", 0.15),
  ball("cheese", "yellow", 0.06, false),
  ball("ice-cream", "pink", 0.06, false),
  { kind: "baton", colour: "orange", shape: { form: "cylinder", radius: 0.03, height: 0.4 }, solid: false },
  { kind: "hoop", colour: "orange", shape: { form: "cylinder", radius: 0.09, height: 0.04 }, solid: false },
  { kind: "cube", colour: "purple", shape: { form: "box", size: [0.11, 0.11, 0.11] }, solid: false },
];

/** Small things are put where hands reach them: at the height at which those of a mouse take hold. */
const HAND_M = 0.55;
const SMALL_M = 0.12;

/** Brings in a thing of a kind at a place of the ground, under a name that nothing has. */
export function bringIn(plan: Plan, x: number, z: number): void {
  const taken = new Set([...(moment.value?.things.values() ?? [])].map((thing) => thing.name));
  let count = 1;
  while (taken.has(`${plan.kind}-${count}`)) count += 1;
  const mice = stage.value?.creatures.some((creature) => creature.kind === "mouse");
  const { y } = halfOf(plan.shape);
  const at: [number, number, number] = [x, mice && y <= SMALL_M ? HAND_M : 0, z];
  change({ do: "add", thing: { ...plan, name: `${plan.kind}-${count}`, at } });
}

/** What can be brought in, by its kind and colour. */
export const planOf = (kind: string, colour?: string): Plan | undefined =>
  NEW.find((plan) => plan.kind === kind && (colour === undefined || plan.colour === colour));

/** The truth: what there is, to be moved, added and taken away; and what happened. */
export function WorldPanel() {
  const things = [...(moment.value?.things.values() ?? [])];
  const walls = moment.value?.walls ?? [];
  return (
    <>
      <p class="hint">
        The truth, which no creature knows. With a thing in focus, arrow keys slide it, Shift and arrow keys
        transport it, Delete takes it away.
      </p>
      <ul class="things">
        {things.map((thing) => (
          <li key={thing.id}>
            <Thing thing={thing} />
          </li>
        ))}
      </ul>
      <Add />
      {walls.length > 0 && (
        <>
          <h3>Walls</h3>
          <ul class="things">
            {walls.map((wall) => (
              <li key={wall.name}>
                <WallRow wall={wall} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>What happened</h3>
      <Story />
    </>
  );
}

/** The step that an arrow key means, as seen from the usual view: up is away from the viewer. */
function step(event: KeyboardEvent): [number, number] | null {
  switch (event.key) {
    case "ArrowLeft":
      return [-STEP_M, 0];
    case "ArrowRight":
      return [STEP_M, 0];
    case "ArrowUp":
      return [0, -STEP_M];
    case "ArrowDown":
      return [0, STEP_M];
    default:
      return null;
  }
}

const cm = (metres: number) => Math.round(metres * 100) / 100;

/** Moves a thing by the arrow keys, as far as they were pressed since it last came to rest. */
export function moveByKey(event: KeyboardEvent, thing: ThingNow): void {
  const by = step(event);
  if (!by) return;
  event.preventDefault();
  const from = heading.get(thing.name) ?? thing.at;
  const last = thing.sliding || Date.now() - (headed.get(thing.name) ?? 0) < HEADING_MS ? from : thing.at;
  const to: [number, number, number] = [cm(last[0] + by[0]), cm(last[1]), cm(last[2] + by[1])];
  heading.set(thing.name, to);
  headed.set(thing.name, Date.now());
  if (event.shiftKey) change({ do: "transport", what: thing.name, to });
  else change({ do: "slide", thing: thing.name, path: [to], speed: PUSH_M_PER_S });
}

/** Where keys have sent each thing, and when: keys that come faster than frames add up. */
const heading = new Map<string, [number, number, number]>();
const headed = new Map<string, number>();
const HEADING_MS = 250;

function Thing({ thing }: { thing: ThingNow }) {
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Delete") return change({ do: "remove", thing: thing.name });
    moveByKey(event, thing);
  };
  return (
    <div class="row">
      <button class="grow belief" onKeyDown={pressed} data-thing={thing.name} title="Arrow keys move it">
        <span class="dot" style={{ background: `#${named(thing.colour).getHexString()}` }} />
        <span>
          {thing.name} <span class="soft">{thing.kind !== thing.name ? thing.kind : ""}</span>
        </span>
        <span class="mono">
          {thing.at[0].toFixed(1)}, {thing.at[2].toFixed(1)}
        </span>
      </button>
      <button
        class="small plain"
        aria-label={`Take ${thing.name} away`}
        onClick={() => change({ do: "remove", thing: thing.name })}
      >
        ✕
      </button>
    </div>
  );
}

function WallRow({ wall }: { wall: WallNow }) {
  const pressed = (event: KeyboardEvent) => {
    const by = step(event);
    if (!by) return;
    event.preventDefault();
    change({ do: "move-wall", wall: wall.name, to: [wall.at[0] + by[0], 0, wall.at[1] + by[1]] });
  };
  const turn = (degrees: number) =>
    change({
      do: "move-wall",
      wall: wall.name,
      to: [wall.at[0], 0, wall.at[1]],
      yaw: (wall.yaw * 180) / Math.PI + degrees,
    });
  return (
    <div class="row">
      <button class="grow belief" onKeyDown={pressed} title="Arrow keys move it">
        <span />
        <span>{wall.name}</span>
        <span class="mono">
          {wall.at[0].toFixed(1)}, {wall.at[1].toFixed(1)}
        </span>
      </button>
      <button class="small plain" aria-label={`Turn ${wall.name} left`} onClick={() => turn(15)}>
        ↺
      </button>
      <button class="small plain" aria-label={`Turn ${wall.name} right`} onClick={() => turn(-15)}>
        ↻
      </button>
    </div>
  );
}

function Add() {
  const [which, setWhich] = useState(0);
  const add = () => {
    const ground = stage.value?.ground;
    const [x, z] = ground
      ? [(ground.min[0] + ground.max[0]) / 2, (ground.min[1] + ground.max[1]) / 2]
      : [0, 0];
    // Beside each other, so that several are seen.
    bringIn(NEW[which]!, x! + ((((moment.value?.things.size ?? 0) + 1) * 1.7) % 3) - 1.5, z!);
  };
  return (
    <div class="row">
      <select
        aria-label="What to add"
        value={which}
        onChange={(event) => setWhich(Number(event.currentTarget.value))}
      >
        {NEW.map((item, i) => (
          <option key={i} value={i}>
            {item.colour} {item.kind}
          </option>
        ))}
      </select>
      <button onClick={add}>Add to the middle</button>
    </div>
  );
}

function Story() {
  const lines = story.value.slice(-30).reverse();
  return (
    <ol>
      {lines.map((line, i) => (
        <li key={`${story.value.length - i}`}>
          <span class="mono soft">{line.t.toFixed(1)} s</span> {sentence(line)}
        </li>
      ))}
    </ol>
  );
}

function sentence({ creature, event, about }: Happened): string {
  return [creature, event, about].filter(Boolean).join(" ");
}
