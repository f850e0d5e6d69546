// What stands in the address bar: enough that a reload, a bookmark and the way back lead to what was shown. What is shared
// (`share.ts`) stays there until something else is chosen.
import type { Choice, Timed } from "./messages/types";
import { ROUNDS, type Playing, type Round } from "./games";

/** What a scenario is called in an address. */
const scenarioIn = (hash: string): string | null =>
  new URLSearchParams(hash.slice(1)).get("scenario") ?? null;

/** What leads to a scenario, or to the game that is played in it. */
export function hashOf(choice: Choice, game: Playing | null): string {
  if (game) return game.link;
  const seed = choice.seed === undefined ? "" : `&seed=${choice.seed}`;
  return `#scenario=${choice.scenario}${seed}`;
}

/** What the address held when it was last read or written here. */
let known = "";

/** What somebody has put into the address and is followed from now on. */
export function knowAddress(hash: string): void {
  known = hash;
}

/** Puts it into the address: another scenario is a step that the way back takes back, the same one is not. What
 * somebody has put there meanwhile, and is still to be followed, stays. */
export function keepAddress(hash: string, game: Playing | null): void {
  if (location.hash !== known) return;
  const state = game && game.rounds.length > 0 ? { rounds: game.rounds } : null;
  const [before, now] = [scenarioIn(location.hash), scenarioIn(hash)];
  const same = hash === location.hash || (before !== null && before === now);
  if (same) history.replaceState(state, "", hash);
  else history.pushState(state, "", hash);
  known = location.hash;
}

/** What leads nowhere in particular is taken out of the address. */
export function clearAddress(): void {
  history.replaceState(null, "", location.pathname + location.search);
  known = location.hash;
}

/** Rounds of a game that were played before the page was loaded again. */
export function keptRounds(): Round[] {
  const state = history.state as { rounds?: unknown } | null;
  const rounds = Array.isArray(state?.rounds) ? (state.rounds as Round[]) : [];
  const whole = (round: Round) => Number.isFinite(round?.score) && Array.isArray(round?.changes as Timed[]);
  return rounds.every(whole) ? rounds.slice(0, ROUNDS) : [];
}
