import { useState } from "preact/hooks";
import type { Happened, NewThing, ThingNow, WallNow } from "../messages/types";
import { named } from "../stage/colours";
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
];

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
      <Add taken={new Set(things.map((thing) => thing.name))} />
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

function Thing({ thing }: { thing: ThingNow }) {
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Delete") return change({ do: "remove", thing: thing.name });
    const by = step(event);
    if (!by) return;
    event.preventDefault();
    const to: [number, number, number] = [thing.at[0] + by[0], thing.at[1], thing.at[2] + by[1]];
    if (event.shiftKey) change({ do: "transport", what: thing.name, to });
    else change({ do: "slide", thing: thing.name, path: [to], speed: PUSH_M_PER_S });
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

function Add({ taken }: { taken: Set<string> }) {
  const [which, setWhich] = useState(0);
  const add = () => {
    const thing = NEW[which]!;
    let count = 1;
    while (taken.has(`${thing.kind}-${count}`)) count += 1;
    const ground = stage.value?.ground;
    const at: [number, number, number] = ground
      ? [
          (ground.min[0] + ground.max[0]) / 2 + ((count * 1.7) % 3) - 1.5,
          0,
          (ground.min[1] + ground.max[1]) / 2,
        ]
      : [0, 0, 0];
    change({ do: "add", thing: { ...thing, name: `${thing.kind}-${count}`, at } });
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
