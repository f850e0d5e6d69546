// Everything that can be done with a pointer can be done with keys; this is the list, and help shows it.
import {
  moment,
  pauseOrResume,
  plan,
  restart,
  say,
  scrub,
  select,
  selected,
  share,
  showing,
  stage,
} from "../store";
import { helpOpen, scenariosOpen, tab, TABS } from "./overlays";
import { look, orbit } from "./stage-view";
import { switchTheme } from "./theme";

interface Key {
  key: string;
  shown?: string;
  help?: string;
  do(event: KeyboardEvent): void;
}

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20];

/** The next speed up or down the list. */
export function faster(step: number): void {
  const now = moment.value?.clock.speed ?? 1;
  const nearest = SPEEDS.reduce(
    (best, speed, i) => (Math.abs(speed - now) < Math.abs(SPEEDS[best]! - now) ? i : best),
    0,
  );
  say({ type: "speed", factor: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, nearest + step))]! });
}

/** So many seconds back or forth; past the present is the present. */
export function scrubBy(seconds: number): void {
  const now = moment.value;
  const hz = stage.value?.tick_hz ?? 30;
  if (!now) return;
  const tick = Math.max(now.clock.earliest, Math.round(now.tick + seconds * hz));
  const present = now.clock.present ?? now.tick;
  scrub(tick >= present ? null : tick);
}

function nextCreature(): void {
  const creatures = stage.value?.creatures ?? [];
  const at = creatures.findIndex((creature) => creature.name === plan.value?.creature);
  const next = creatures[(at + 1) % creatures.length];
  if (next) select(next.name, null);
}

function nextBelief(): void {
  const beliefs = [...(moment.value?.mind?.beliefs.keys() ?? [])];
  const at = selected.value === null ? -1 : beliefs.indexOf(selected.value);
  if (plan.value) select(plan.value.creature, beliefs[at + 1] ?? null);
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

export const KEYS: Key[] = [
  { key: " ", shown: "Space", help: "pause, or go on", do: pauseOrResume },
  { key: ".", help: "one tick", do: () => say({ type: "step", ticks: 1 }) },
  { key: ",", help: "a second back", do: () => scrubBy(-1) },
  { key: "/", help: "a second forth", do: () => scrubBy(1) },
  { key: "p", help: "to the present", do: () => scrub(null) },
  { key: "+", help: "faster", do: () => faster(1) },
  { key: "=", do: () => faster(1) },
  { key: "-", help: "slower", do: () => faster(-1) },
  { key: "r", help: "begin again with the same seed", do: () => restart() },
  {
    key: "R",
    shown: "Shift+R",
    help: "begin again with another seed",
    do: () => restart(Math.floor(Math.random() * 1e6)),
  },
  { key: "n", help: "choose a scenario", do: () => (scenariosOpen.value = true) },
  { key: "o", help: "to the orders that can be given", do: () => focus(".orders button") },
  { key: "w", help: "to the things of the world: move them with the arrow keys", do: openWorld },
  { key: "c", help: "look into the next creature", do: nextCreature },
  { key: "b", help: "look at the next belief", do: nextBelief },
  { key: "1", help: "view from the side", do: () => look("around") },
  { key: "2", help: "view from above", do: () => look("above") },
  { key: "3", help: "view through the creature's eyes", do: () => look("eye") },
  { key: "h", help: "heat map on or off", do: () => flip("heat") },
  { key: "g", help: "ghosts and believed places on or off", do: () => flip("marks") },
  { key: "v", help: "view cone on or off", do: () => flip("sight") },
  { key: "[", help: "panel before", do: () => turnTab(-1) },
  { key: "]", help: "next panel", do: () => turnTab(1) },
  {
    key: "ArrowLeft",
    shown: "Arrows",
    help: "turn the view (when the world has the focus)",
    do: (event) => turn(event, 0.12, 0),
  },
  { key: "ArrowRight", do: (event) => turn(event, -0.12, 0) },
  { key: "ArrowUp", do: (event) => turn(event, 0, -0.08) },
  { key: "ArrowDown", do: (event) => turn(event, 0, 0.08) },
  { key: "s", help: "a link to this very moment", do: () => share() },
  { key: "t", help: "light or dark", do: switchTheme },
  { key: "?", help: "this help", do: () => (helpOpen.value = true) },
];

function turn(event: KeyboardEvent, around: number, tilt: number): void {
  if (!(event.target as HTMLElement).classList.contains("stage")) return;
  event.preventDefault();
  orbit(around, tilt);
}

function flip(what: keyof typeof showing.value): void {
  showing.value = { ...showing.value, [what]: !showing.value[what] };
}

function turnTab(step: number): void {
  tab.value = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length]!;
}

/** Opens the world's panel; its first thing gets the focus as soon as it is drawn. */
function openWorld(): void {
  tab.value = "world";
  let tries = 0;
  const attempt = () => {
    const first = document.querySelector<HTMLElement>(".things button");
    if (first) first.focus();
    else if ((tries += 1) < 100) window.setTimeout(attempt, 30);
  };
  window.setTimeout(attempt);
}

/** Listens until the function that it gives back is called. */
export function listen(): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("textarea, select, dialog, [contenteditable], input:not([type=range])")) return;
    // A button keeps its own key for being pressed; that of a thing, which the arrow keys move, has none.
    if (event.key === " " && target.closest("button:not([data-thing]), summary")) return;
    if (event.key.startsWith("Arrow") && target.closest("input, [role=tablist], .things")) return;
    const key = KEYS.find((key) => key.key === event.key);
    if (!key) return;
    if (!event.key.startsWith("Arrow")) event.preventDefault();
    key.do(event);
  };
  window.addEventListener("keydown", pressed);
  return () => window.removeEventListener("keydown", pressed);
}
