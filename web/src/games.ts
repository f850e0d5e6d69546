// Three games: which scenario each is played in, what it says, and its rounds and best scores. Who scores and who sees a
// foul is the lab's referee; the page counts nothing.
import { signal } from "@preact/signals";
import { keepFor, kept } from "./keeping";
import type { Change, Choice, Game, GameNow, Timed } from "./messages/types";
import { noSeed, packedChanges, unpackedChanges, wholeNumber } from "./share";

export interface Rules {
  title: string;
  scenario: string;
  /** Seconds to be many, or to be few. */
  more: boolean;
  unit: string;
  /** What hands may do in it. */
  allowed: string;
  /** What to do, by how the game stands. */
  says: Record<GameNow["phase"], string>;
}

export const GAMES: Record<Game, Rules> = {
  hide: {
    title: "Hide the sheep",
    scenario: "hide",
    more: true,
    unit: "s",
    allowed: "Only the sheep may be pushed in this game.",
    says: {
      wait: "Duncan sees his sheep. Wait until he is called away.",
      hands: "Duncan looks away. Hide his sheep!",
      watch: "He looks for it.",
      over: "",
    },
  },
  trick: {
    title: "Trick the walker",
    scenario: "pursuit",
    more: true,
    unit: "points",
    allowed: "Only the cube may be pushed in this game.",
    says: {
      wait: "The walker watches the cube.",
      hands: "He cannot see the cube now: move it.",
      watch: "He sees it. Hands off until a wall hides it.",
      over: "",
    },
  },
  teach: {
    title: "Teach Max a toy",
    scenario: "mice",
    more: false,
    unit: "s",
    allowed: "In this game you may bring toys, push them and speak.",
    says: {
      wait: "",
      hands: "Max has never seen a hoop. Give one to Morris.",
      watch: "Max watches what Morris does with it.",
      over: "",
    },
  },
};

/** Whether the rules let hands do this; the lab's referee has the same, and a slip of the hand need not be a foul. */
export function isAllowed(game: Game, change: Change): boolean {
  switch (change.do) {
    case "slide":
      return game === "teach" || change.thing === thingOf(game);
    case "add":
    case "remove":
    case "say":
      return game === "teach";
    default:
      return false;
  }
}

/** The thing that a game is about; teaching has none. */
export const thingOf = (game: Game): string | null =>
  game === "hide" ? "sheep" : game === "trick" ? "cube" : null;

/** Whether hands need to see all of the ground: where they hide something, and from where. */
export function isForHands(now: GameNow): boolean {
  return now.game === "hide" ? now.phase === "hands" : now.game === "trick" && now.phase !== "over";
}

export const ROUNDS = 3;

/** One round that was played: its seed, all that was done, and what it brought. */
export interface Round {
  seed: number;
  score: number;
  fouls: number;
  outcome: string;
  changes: Timed[];
}

/** A game under way: its first seed, the rounds that are over, and what a friend has reached. */
export interface Playing {
  game: Game;
  seed: number;
  rounds: Round[];
  challenge: { score: number; rounds: Timed[][] } | null;
  /** The round of a friend that is shown instead of an own one. */
  watching: number | null;
  /** What stands after the address's `#` so that it is begun again. */
  link: string;
}

export const playing = signal<Playing | null>(null);

/** A game that begins, with this first seed. */
export function newGame(game: Game, seed: number): Playing {
  return { game, seed, rounds: [], challenge: null, watching: null, link: `#game=${game}&seed=${seed}` };
}

export const total = (rounds: readonly Round[]): number =>
  Math.round(rounds.reduce((sum, round) => sum + round.score, 0) * 100) / 100;

/** What is to be played next. */
export function nextChoice(now: Playing): Choice {
  const scenario = GAMES[now.game].scenario;
  if (now.watching !== null)
    return { scenario, seed: now.seed + now.watching, changes: now.challenge?.rounds[now.watching] ?? [] };
  return { scenario, seed: now.seed + Math.min(now.rounds.length, ROUNDS - 1) };
}

/** A link that lets a friend play the same rounds against this score, and then see how it was reached. */
export async function challengeOf(now: Playing): Promise<string> {
  const rounds = await packedChanges(now.rounds.map((round) => round.changes));
  return `#game=${now.game}&seed=${now.seed}&score=${total(now.rounds)}&rounds=${rounds}`;
}

/** The game that a link asks for; `null` for a link to something else. */
export async function gameOf(hash: string): Promise<Playing | { wrong: string } | null> {
  const words = new URLSearchParams(hash.slice(1));
  const game = words.get("game");
  if (game === null) return null;
  if (!Object.hasOwn(GAMES, game))
    return { wrong: `There is no game “${game.slice(0, 30)}”: there are ${Object.keys(GAMES).join(", ")}.` };
  const seed = wholeNumber(words.get("seed") ?? "1");
  if (seed === null) return { wrong: noSeed(words.get("seed")!) };
  const text = words.get("score");
  const score = text === null || text === "" ? null : Number(text);
  const rounds = ((await unpackedChanges(words.get("rounds") ?? "")) ?? []).slice(0, ROUNDS);
  const challenge = score !== null && Number.isFinite(score) ? { score, rounds } : null;
  return { ...newGame(game as Game, seed), challenge, link: hash };
}

const BEST = "piaget-best";

function bests(): Partial<Record<Game, number>> {
  try {
    return JSON.parse(kept(BEST) ?? "{}") as Partial<Record<Game, number>>;
  } catch {
    return {};
  }
}

/** The best sum of three rounds so far on this machine. */
export function bestOf(game: Game): number | null {
  return bests()[game] ?? null;
}

export function keepBest(game: Game, sum: number): boolean {
  const before = bestOf(game);
  if (before !== null && (GAMES[game].more ? sum <= before : sum >= before)) return false;
  keepFor(BEST, JSON.stringify({ ...bests(), [game]: sum }));
  return true;
}
