// Light or dark: as the system says, until a person says otherwise.
import { effect, signal } from "@preact/signals";

const KEPT_AS = "piaget-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const kept = localStorage.getItem(KEPT_AS);

export const dark = signal(kept ? kept === "dark" : system.matches);

export function followTheme(): void {
  system.addEventListener("change", () => {
    if (!localStorage.getItem(KEPT_AS)) dark.value = system.matches;
  });
  effect(() => {
    document.documentElement.dataset["theme"] = dark.value ? "dark" : "light";
  });
}

export function switchTheme(): void {
  dark.value = !dark.value;
  localStorage.setItem(KEPT_AS, dark.value ? "dark" : "light");
}
