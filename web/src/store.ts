// All that the page knows and does. Panels read the signals; the stage reads `live`, which changes with every frame, while
// `moment` follows a few times a second, as fast as a person reads.
import { batch, signal } from "@preact/signals";
import { connect } from "./carrier";
import type { Line, LinkState } from "./link";
import { after, type Moment } from "./moment";
import type { Showing } from "./picture-of";
import type {
  Change,
  Choice,
  Exported,
  Frame,
  FromLab,
  Happened,
  MindPlan,
  Mistake,
  Refused,
  Shared,
  Stage,
  ToLab,
  Welcome,
} from "./messages/types";
import { fromAddress, toAddress } from "./share";
import { Traces } from "./traces";

export const link = signal<LinkState>({ is: "opening", again: false });
export const welcome = signal<Welcome | null>(null);
export const stage = signal<Stage | null>(null);
export const plan = signal<MindPlan | null>(null);
export const moment = signal<Moment | null>(null);
export const story = signal<Happened[]>([]);
export const refused = signal<Refused | null>(null);
export const mistakes = signal<Mistake[]>([]);
export const notice = signal<{ text: string; bad: boolean } | null>(null);
/** The belief that a person picked; `null` follows the creature's attention. */
export const selected = signal<number | null>(null);
export const showing = signal<Showing>({ heat: true, marks: true, sight: true, way: true });

const READING_MS = 120;
const STORY_KEPT = 200;

/** What the stage draws between: the last two frames and when the last one came. */
export const live: { before: Moment | null; now: Moment | null; came: number; interval: number } = {
  before: null,
  now: null,
  came: 0,
  interval: 33,
};

const kept = new Map<string, Traces>();

/** Traces of the creature that is looked into. */
export function traces(): Traces | null {
  const now = plan.value;
  return now ? (kept.get(now.creature) ?? null) : null;
}

let lastRead = 0;
let reading = 0;
let awaited: Shared | null = null;
let replaying = false;
let wanted: Choice | null = null;
/** What has come of a file. */
let parts: string[] = [];
let line: Line | null = null;

/** Opens the line to the lab. */
export function begin(): void {
  const shared = fromAddress(location.hash);
  if (shared && "wrong" in shared) tell(shared.wrong, true);
  else if (shared?.choice.until !== undefined) awaited = shared;
  else if (shared) wanted = shared.choice;
  forgetToken();
  const first = (awaited?.choice ?? wanted)?.scenario ?? null;
  line = connect({ said, frame, state: (state) => (link.value = state) }, first);
}

/** The lab has put the token into a cookie; in the address bar it would be copied, shown and kept. */
function forgetToken(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
}

export function tryAgain(): void {
  line?.open();
}

export function say(message: ToLab): void {
  if (!line?.say(message)) tell("The lab is not there now; nothing was done.", true);
}

export const change = (change: Change): void => say({ type: "change", ...change });

let noticeTimer = 0;

/** A short message that goes away by itself. */
export function tell(text: string, bad = false): void {
  notice.value = { text, bad };
  window.clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => (notice.value = null), bad ? 9000 : 4500);
}

export function choose(choice: Choice): void {
  wanted = choice;
  say({ type: "choose", ...choice });
}

export function restart(seed?: number): void {
  say(seed === undefined ? { type: "restart" } : { type: "restart", seed });
}

export function pauseOrResume(): void {
  const clock = moment.value?.clock;
  say({ type: clock?.paused ? "resume" : "pause" });
}

const SCRUB_MS = 90;
let scrubTo: { tick: number | null } | null = null;
let scrubbing = 0;

/** Shows a past moment, or the present; a hand that slides over many is answered at a rate that the lab can follow. */
export function scrub(tick: number | null): void {
  scrubTo = { tick };
  if (scrubbing) return;
  const send = () => {
    scrubbing = 0;
    if (!scrubTo) return;
    say({ type: "scrub", tick: scrubTo.tick });
    scrubTo = null;
    scrubbing = window.setTimeout(send, SCRUB_MS);
  };
  send();
}

export function select(creature: string, belief: number | null): void {
  selected.value = belief;
  say({ type: "select", creature, belief });
}

/** Asks what a link must hold; `replay` plays it from the beginning instead of making a link. */
export function share(replay = false): void {
  replaying = replay;
  say({ type: "share" });
}

function said(message: FromLab): void {
  switch (message.type) {
    case "welcome":
      welcome.value = message;
      parts = [];
      // The lab begins with its first scenario by itself.
      if (awaited) choose(awaited.choice);
      else if (wanted) choose(wanted);
      break;
    case "stage":
      parts = [];
      settle(message);
      break;
    case "mind":
      if (kept.get(message.creature)?.plan.text !== message.text || !kept.has(message.creature)) {
        renew(message);
      }
      plan.value = message;
      mistakes.value = [];
      break;
    case "refused":
      refused.value = message;
      mistakes.value = message.mistakes;
      tell(message.why, true);
      if (message.what === "choose") awaited = null;
      if (message.what === "export") parts = [];
      break;
    case "exported":
      parts.push(message.content);
      if (message.more) break;
      save({ ...message, content: parts.join("") });
      parts = [];
      break;
    case "shared":
      if (replaying) choose({ ...message.choice, until: undefined });
      else void copy(message);
      replaying = false;
      break;
    case "digest":
      tell(`Digest after ${message.tick} ticks: ${message.digest}`);
      break;
    case "bye":
      break;
  }
}

/** A character that was changed keeps its traces as long as its values are the same ones. */
function renew(message: MindPlan): void {
  const before = kept.get(message.creature);
  const names = (plan: MindPlan) => plan.values.map((value) => value.name).join(" ");
  if (before && names(before.plan) === names(message)) return;
  kept.set(message.creature, new Traces(message));
}

function settle(message: Stage): void {
  kept.clear();
  live.before = live.now = null;
  batch(() => {
    stage.value = message;
    moment.value = null;
    plan.value = null;
    selected.value = null;
    story.value = [];
    refused.value = null;
  });
  const { scenario, seed } = message.choice;
  // The lab's first scenario may come before the one that a link asked for.
  if (!awaited || awaited.choice.scenario === scenario) wanted = { scenario, seed, set: message.choice.set };
  if (!awaited) history.replaceState(null, "", location.pathname + location.search);
}

function frame(frame: Frame, blobs: Uint8Array): void {
  const now = after(live.now, frame, blobs);
  const came = performance.now();
  if (live.now) live.interval = Math.min(200, live.interval * 0.9 + Math.min(came - live.came, 400) * 0.1);
  live.before = live.now ?? now;
  [live.now, live.came] = [now, came];
  if (now.clock.present === null) traces()?.add(now);
  if (now.happened.length > 0 && now.clock.present === null) {
    story.value = [...story.value, ...now.happened].slice(-STORY_KEPT);
  }
  if (awaited && now.clock.paused && now.tick === awaited.choice.until) compare(now, awaited);
  read(now);
}

/** Panels are given a moment a few times a second, and always the last one. */
function read(now: Moment): void {
  window.clearTimeout(reading);
  const since = performance.now() - lastRead;
  if (since >= READING_MS || now.clock.paused) {
    lastRead = performance.now();
    moment.value = now;
  } else {
    reading = window.setTimeout(() => {
      lastRead = performance.now();
      moment.value = live.now;
    }, READING_MS - since);
  }
}

/** Whether a shared link has led to what was shared. */
function compare(now: Moment, shared: Shared): void {
  awaited = null;
  // A short form that a person typed has none.
  if (shared.digest === "") return;
  if (now.digest === shared.digest) tell("This is the very moment that was shared: its digest is the same.");
  else tell("This link was made by another version: what follows may differ from what was shared.", true);
}

async function copy(shared: Shared): Promise<void> {
  const address = toAddress(shared);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("A link to this very moment is in the address bar, and copied.");
  } catch {
    tell("A link to this very moment is in the address bar.");
  }
}

/** Gives a file to the browser to keep. */
export function keep(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  // A scenario of a folder has a slash in its name.
  [anchor.href, anchor.download] = [url, name.replaceAll("/", "-")];
  anchor.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
  tell(`Saved as ${name}.`);
}

function save(file: Exported): void {
  const bytes = file.base64
    ? Uint8Array.from(atob(file.content), (char) => char.charCodeAt(0))
    : file.content;
  keep(file.name, new Blob([bytes], { type: file.media }));
}
