// All that the page knows and does. Panels read the signals; the stage reads `live`, which changes with every frame, while
// `moment` follows a few times a second, as fast as a person reads.
import { batch, signal } from "@preact/signals";
import { connect } from "./carrier";
import type { Hearer, Line, LinkState } from "./link";
import { after, type Moment } from "./moment";
import type { Showing } from "./picture-of";
import type {
  Caption,
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
  Timed,
  ToLab,
  Welcome,
  WhyNow,
} from "./messages/types";
import { guiding, mayGuide } from "./guide";
import { clearAddress, hashOf, keepAddress, keptRounds, knowAddress } from "./address";
import { GAMES, gameOf, isAllowed, nextChoice, playing, type Playing } from "./games";
import { fromAddress, inWords, toAddress, type Looked } from "./share";
import { Traces } from "./traces";
import { whyOpen } from "./ui/overlays";

export const link = signal<LinkState>({ is: "opening", again: false });
export const welcome = signal<Welcome | null>(null);
export const stage = signal<Stage | null>(null);
export const plan = signal<MindPlan | null>(null);
export const moment = signal<Moment | null>(null);
export const story = signal<Happened[]>([]);
/** What happened, in sentences, the oldest first. */
export const captions = signal<Caption[]>([]);
export const refused = signal<Refused | null>(null);
/** The answer to the last question why. */
export const why = signal<WhyNow | null>(null);
export const mistakes = signal<Mistake[]>([]);
export const notice = signal<{ text: string; bad: boolean } | null>(null);
/** The belief that a person picked; `null` follows the creature's attention. */
export const selected = signal<number | null>(null);
export const showing = signal<Showing>({ heat: true, marks: true, sight: true, way: true });

const READING_MS = 120;
const STORY_KEPT = 200;
const CAPTIONS_KEPT = 400;

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
let asked: Purpose = "link";
/** The tick from which time goes on after something was undone. */
let resuming: number | null = null;
let wanted: Choice | null = null;
/** The scenario that was asked for and is not there yet: the lab's first one may come before it. */
let coming: string | null = null;
/** What has come of a file. */
let parts: string[] = [];
let line: Line | null = null;

/** A link that leads to a moment, until a person says how to see it. */
export const invited = signal<{ shared: Shared; words: string } | null>(null);
/** How the page is looked at, for links: the view and the panel. */
export const looking: { now(): Looked; as(looked: Looked): void } = { now: () => ({}), as: () => {} };

/** Opens the line to the lab. */
export async function begin(): Promise<void> {
  const asked = await readAddress();
  guiding.value = mayGuide(location);
  forgetToken();
  line = connect({ said, frame, state: (state) => (link.value = state) }, asked?.scenario ?? null);
  // An address that is written or pasted into the bar, and the way back, do not load the page again.
  window.addEventListener("hashchange", () => void followAddress());
  document.addEventListener("visibilitychange", restOrWake);
}

/** Takes what the address asks for, a game, a moment or a scenario, and gives back what is to be played for it. */
async function readAddress(): Promise<Choice | null> {
  const given = await readSettled();
  if (!given) return null;
  if ("wrong" in given) {
    tell(given.wrong, true);
    clearAddress();
    return null;
  }
  if ("game" in given) {
    playing.value = { ...given, rounds: keptRounds() };
    wanted = nextChoice(playing.value);
    return wanted;
  }
  const { choice } = given.shared;
  if (choice.until === undefined) wanted = choice;
  else {
    awaited = given.shared;
    looking.as(given.looked);
  }
  return choice;
}

/** What the address asks for; where it is changed again while it is read, the last one counts. */
async function readSettled(): Promise<Awaited<ReturnType<typeof gameOf | typeof fromAddress>>> {
  for (;;) {
    const { hash } = location;
    const given = (await gameOf(hash)) ?? (await fromAddress(hash));
    if (location.hash !== hash) continue;
    knowAddress(hash);
    return given;
  }
}

/** The address was changed while the page was open: what it leads to takes the place of what is shown. */
async function followAddress(): Promise<void> {
  [awaited, wanted, playing.value, invited.value, guiding.value] = [null, null, null, null, false];
  const asked = await readAddress();
  const first = welcome.value?.first;
  const choice = asked ?? (first === undefined ? null : { scenario: first });
  if (!choice) return;
  choose(choice);
  if (!asked) coming = null;
  if (choice.until === undefined) say({ type: "resume" });
}

let resting = false;

/** Nobody looks at a page that is hidden: time stands still until it is seen again. */
function restOrWake(): void {
  const clock = live.now?.clock;
  if (link.peek().is !== "open") resting = false;
  else if (document.hidden && clock && !clock.paused) {
    resting = true;
    say({ type: "pause" });
  } else if (!document.hidden && resting) {
    resting = false;
    say({ type: "resume" });
  }
}

/** A line to a session of its own. */
export function openLine(hearer: Hearer, scenario: string | null): Line {
  return connect(hearer, scenario);
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

export function change(change: Change): void {
  const [game, now] = [playing.value, live.now?.game];
  if (game && now && now.phase !== "over" && !isAllowed(game.game, change))
    return tell(GAMES[game.game].allowed, true);
  say({ type: "change", ...change });
}

let noticeTimer = 0;

/** A short message that goes away by itself. */
export function tell(text: string, bad = false): void {
  notice.value = { text, bad };
  window.clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => (notice.value = null), bad ? 9000 : 4500);
}

export function choose(choice: Choice): void {
  [wanted, coming] = [choice, choice.scenario];
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

/** Asks why a creature does what it does in the moment that is shown, or only what is about one of its beliefs. */
export function askWhy(creature: string, belief: number | null = null): void {
  say({ type: "why", creature, belief });
}

type Purpose = "link" | "replay" | "undo" | "round";

/** Asks what a link must hold; `replay` plays it from the beginning instead, `undo` plays it without what was done last. */
export function share(purpose: Purpose = "link"): void {
  asked = purpose;
  say({ type: "share" });
}

/** Plays from the beginning what a link holds. */
export function playShared(shared: Shared): void {
  invited.value = null;
  choose({ ...shared.choice, until: undefined });
}

/** Begins a game, or its next round. */
export function playGame(game: Playing): void {
  playing.value = game;
  invited.value = null;
  if (moment.value && moment.value.clock.speed !== 1) say({ type: "speed", factor: 1 });
  choose(nextChoice(game));
  say({ type: "resume" });
}

/** Ends a game; its scenario plays on. */
export function stopGame(): void {
  playing.value = null;
  const choice = stage.peek()?.choice;
  if (choice) keepAddress(hashOf(choice, null), null);
}

/** A round is decided: what was done in it is kept, for who wants to see it again. */
function roundOver(changes: Timed[]): void {
  const [game, now] = [playing.value, live.now?.game];
  if (!game || !now || now.phase !== "over" || game.watching !== null) return;
  const seed = stage.value?.choice.seed ?? 0;
  if (game.rounds.some((round) => round.seed === seed)) return;
  const { score, fouls, outcome } = now;
  playing.value = { ...game, rounds: [...game.rounds, { seed, score, fouls, outcome, changes }] };
  keepAddress(game.link, playing.value);
}

/** Pushes of one thing that follow each other so closely are one drag. */
const ONE_DRAG_TICKS = 20;

/** Everything that was done by hand but the last: one change, or all pushes of one drag. */
function withoutLast(changes: Timed[]): Timed[] {
  const left = changes.slice();
  let last = left.pop();
  while (last?.change.do === "slide") {
    const before = left.at(-1);
    if (before?.change.do !== "slide" || before.change.thing !== last.change.thing) break;
    if (last.tick - before.tick > ONE_DRAG_TICKS) break;
    last = left.pop();
  }
  return left;
}

function undo(shared: Shared): void {
  const changes = shared.choice.changes ?? [];
  if (changes.length === 0) return tell("Nothing was done by hand yet.");
  resuming = moment.value?.clock.paused === false ? (shared.choice.until ?? null) : null;
  choose({ ...shared.choice, changes: withoutLast(changes) });
  tell("Undone: played again without what was done last.");
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
      if (message.what === "choose") [awaited, coming] = [null, null];
      if (message.what === "export") parts = [];
      break;
    case "exported":
      parts.push(message.content);
      if (message.more) break;
      save({ ...message, content: parts.join("") });
      parts = [];
      break;
    case "shared":
      if (asked === "replay") choose({ ...message.choice, until: undefined });
      else if (asked === "undo") undo(message);
      else if (asked === "round") roundOver(message.choice.changes ?? []);
      else void copy(message);
      break;
    case "why":
      why.value = message;
      whyOpen.value = true;
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
    captions.value = [];
    refused.value = null;
  });
  const { scenario, seed } = message.choice;
  if (coming !== null && coming !== scenario) return;
  // The lab's first scenario may come before the one that a link asked for.
  if (!awaited || awaited.choice.scenario === scenario) wanted = { scenario, seed, set: message.choice.set };
  // Somebody who asked for nothing stands at the page's own address.
  const asked = coming !== null || location.hash.length > 1;
  coming = null;
  const game = playing.value;
  const played = game && GAMES[game.game].scenario === scenario ? game : null;
  // What was set or done by hand stands in no short address: the link to it stays.
  const plain = !message.choice.set?.length && (played !== null || !message.choice.changes?.length);
  if (asked && !awaited && plain) keepAddress(hashOf(message.choice, played), played);
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
  if (now.story.length > 0 && now.clock.present === null) {
    captions.value = [...captions.value, ...now.story].slice(-CAPTIONS_KEPT);
  }
  if (resuming !== null && now.tick === resuming && now.clock.until === null) {
    resuming = null;
    say({ type: "resume" });
  }
  if (now.game?.phase === "over" && live.before?.game?.phase !== "over" && playing.value) share("round");
  if (awaited && now.clock.paused && now.tick === awaited.choice.until) compare(now, awaited);
  // A scenario that was asked for before the page was hidden may begin after it.
  if (document.hidden && now.clock.until === null) restOrWake();
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
  invited.value = { shared, words: inWords(shared, stage.value?.tick_hz ?? 30) };
  if (now.digest === shared.digest) tell("This is the very moment that was shared: its digest is the same.");
  else tell("This link was made by another version: what follows may differ from what was shared.", true);
}

async function copy(shared: Shared): Promise<void> {
  const address = await toAddress(shared, looking.now());
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
