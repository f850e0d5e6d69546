// What the page and its worker say to each other. The lab's own messages travel within as they would over a WebSocket.
import type { ScenarioCard } from "../messages/types";

/** A mistake in a text, as `piaget check` tells it. */
export interface Mistaken {
  file: string;
  line: number;
  column: number;
  length: number;
  message: string;
  hint: string;
}

/** A question of the page; each is answered once. */
export type Question =
  | { ask: "keep"; name: string; bytes: Uint8Array<ArrayBuffer> }
  | { ask: "replay"; bytes: Uint8Array<ArrayBuffer> }
  | { ask: "text"; name: string }
  | { ask: "check"; name: string; text: string }
  | { ask: "words"; name: string; text: string; at: number };

/** What each question is answered with. */
export interface Answers {
  /** What can be chosen with the file kept. */
  keep: ScenarioCard[];
  replay: null;
  text: string;
  check: Mistaken[];
  words: string[];
}

export type ToWorker =
  | { to: "begin"; base: string; scenario: string | null }
  | { to: "session"; text: string }
  /** The page has drawn a frame and can take another. */
  | { to: "taken" }
  | { to: "question"; id: number; question: Question };

export type FromWorker =
  | { from: "open" }
  | { from: "said"; text: string }
  | { from: "frame"; bytes: ArrayBuffer }
  | { from: "answer"; id: number; value: unknown }
  | { from: "refused"; id: number; why: string }
  /** It has ended, and why: a sentence for a person. */
  | { from: "broken"; why: string };
