// The playground as a small stage in another page: `?stage=above` shows the world and the clock alone, `&panel=memory` one panel
// of the mind as well.
import { effect } from "@preact/signals";
import { stage } from "../store";
import { tab, TABS, type Tab } from "../ui/overlays";
import { look } from "../ui/stage-view";
import type { ViewName } from "../stage/view";

const words = new URLSearchParams(location.search);
const VIEWS: readonly ViewName[] = ["follow", "around", "above", "eye"];

export const isEmbedded = words.has("stage");

/** Shows only what was asked for; gives back what ends it. */
export function followEmbedding(): () => void {
  if (!isEmbedded) return () => {};
  const [view, panel] = [words.get("stage") as ViewName, words.get("panel") as Tab];
  document.documentElement.classList.add("embedded");
  if (TABS.includes(panel)) {
    tab.value = panel;
    document.documentElement.classList.add("with-panel");
  }
  return effect(() => {
    if (stage.value && VIEWS.includes(view)) look(view);
  });
}
