// Which of the story's sentences are told at a moment: those of the world and of the chosen creature, each as long as a
// person needs to read it.
import type { Caption } from "./messages/types";

/** Seconds that a sentence stands at least, and seconds a letter. */
const LEAST_S = 3;
const LETTER_S = 0.06;
/** Seconds that a speech bubble stands. */
const SPEECH_S = 2.6;
/** Sentences about what a creature begins to do give way to any other. */
const PLAIN = "did";

/** How long a sentence is shown. */
export const readingS = (text: string): number => Math.max(LEAST_S, text.length * LETTER_S);

/** Whether a sentence is for whoever looks into this creature. */
export function concerns(caption: Caption, creature: string | null): boolean {
  return caption.creature === null || caption.creature === creature;
}

/** The sentence to be read at a time: the latest of the most telling sort that still stands. */
export function captionAt(all: readonly Caption[], t: number, creature: string | null): Caption | null {
  let plain: Caption | null = null;
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const caption = all[i]!;
    if (caption.t > t + 1e-6) continue;
    if (t - caption.t > 2 * LEAST_S) break;
    if (!concerns(caption, creature) || t - caption.t > readingS(caption.text)) continue;
    if (caption.sort !== PLAIN) return caption;
    plain ??= caption;
  }
  return plain;
}

/** Words that hang in the air at a time, the latest of each speaker. */
export function speechAt(all: readonly Caption[], t: number): Caption[] {
  const said = new Map<string, Caption>();
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const caption = all[i]!;
    if (caption.t > t + 1e-6) continue;
    if (t - caption.t > SPEECH_S) break;
    if (caption.words === undefined) continue;
    const key = String(caption.id ?? caption.text);
    if (!said.has(key)) said.set(key, caption);
  }
  return [...said.values()];
}

/** The last thing that startled a creature, for as long as its sign stands. */
export function startledAt(all: readonly Caption[], t: number, creature: string): Caption | null {
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const caption = all[i]!;
    if (caption.t > t + 1e-6) continue;
    if (t - caption.t > 2 * LEAST_S) return null;
    if (caption.sort === "startled" && caption.creature === creature) return caption;
  }
  return null;
}
