// Light or dark: as the system says, until a person says otherwise.
import { effect, signal } from "@preact/signals";
import { keepFor, kept } from "../keeping";

const KEPT_AS = "piaget-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const wanted = () => kept(KEPT_AS);

export const dark = signal(wanted() ? wanted() === "dark" : system.matches);

export function followTheme(): void {
  system.addEventListener("change", () => {
    if (!wanted()) dark.value = system.matches;
  });
  effect(() => {
    document.documentElement.dataset["theme"] = dark.value ? "dark" : "light";
  });
}

export function switchTheme(): void {
  dark.value = !dark.value;
  keepFor(KEPT_AS, dark.value ? "dark" : "light");
}
