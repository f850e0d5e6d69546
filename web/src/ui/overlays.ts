// Which overlay is open, and which panel.
import { signal } from "@preact/signals";

export const helpOpen = signal(false);
export const scenariosOpen = signal(false);
export const gamesOpen = signal(false);
export const compareOpen = signal(false);
export const whyOpen = signal(false);

export const TABS = [
  "story",
  "choices",
  "beliefs",
  "feelings",
  "memory",
  "body",
  "watching",
  "world",
  "character",
] as const;
export type Tab = (typeof TABS)[number];
export const tab = signal<Tab>("choices");
