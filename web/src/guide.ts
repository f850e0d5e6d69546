// The first minute: which scene of it is on, told from what has happened and from nothing else, so that it is right however
// long each part takes.
import { signal } from "@preact/signals";
import type { Caption } from "./messages/types";

export type Scene = "hello" | "called" | "hidden" | "seeks" | "found";

const KEPT_AS = "piaget-been-here";

/** Whether somebody is led through the first minute. */
export const guiding = signal(false);

/** Somebody who was never here and asked for nothing in particular is led. */
export function mayGuide(hash: string): boolean {
  return localStorage.getItem(KEPT_AS) === null && hash.length <= 1;
}

export function endGuide(): void {
  localStorage.setItem(KEPT_AS, "yes");
  guiding.value = false;
}

/** The scene that the story has come to. */
export function sceneOf(captions: readonly Caption[]): { scene: Scene; caption: Caption | null } {
  let [scene, last]: [Scene, Caption | null] = ["hello", null];
  for (const caption of captions) {
    const next = after(scene, caption);
    if (next) [scene, last] = [next, caption];
  }
  return { scene, caption: last };
}

function after(scene: Scene, caption: Caption): Scene | null {
  switch (scene) {
    case "hello":
      return caption.sort === "said" ? "called" : null;
    case "called":
      return caption.sort === "moved" ? "hidden" : null;
    case "hidden":
      return caption.sort === "said" ? "seeks" : null;
    case "seeks":
      return caption.sort === "noticed" && caption.text.includes("again") ? "found" : null;
    case "found":
      return null;
  }
}

/** What is told in each scene. */
export const WORDS: Record<Scene, string> = {
  hello: "This is Duncan. He believes things.",
  called: "He is called to the shepherd, and looks away.",
  hidden: "While he does, somebody hides his sheep.",
  seeks: "He did not see that. The colours are where he thinks it may be.",
  found: "Found. Now it is your turn: hide it better.",
};
