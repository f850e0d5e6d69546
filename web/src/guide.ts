// The first minute: which scene of it is on, told from what has happened and from nothing else, so that it is right however
// long each part takes.
import { signal } from "@preact/signals";
import { keepFor, kept } from "./keeping";
import type { Caption } from "./messages/types";

export const SCENES = ["hello", "called", "hidden", "seeks", "found"] as const;
export type Scene = (typeof SCENES)[number];

const KEPT_AS = "piaget-been-here";

/** Whether somebody is led through the first minute. */
export const guiding = signal(false);

/** Somebody who was never here and asked for nothing in particular is led; not in a small stage of another page. */
export function mayGuide({ hash, search }: { hash: string; search: string }): boolean {
  return hash.length <= 1 && !new URLSearchParams(search).has("stage") && kept(KEPT_AS) === null;
}

export function endGuide(): void {
  keepFor(KEPT_AS, "yes");
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
