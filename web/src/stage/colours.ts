// Colours of the stage for light and dark, and what a colour's name means.
import { Color } from "three";

export interface Scheme {
  dark: boolean;
  sky: Color;
  ground: Color;
  groundEdge: Color;
  grid: Color;
  wall: Color;
  sun: Color;
  sunStrength: number;
  ambient: Color;
  ambientLow: Color;
  ambientStrength: number;
  belief: Color;
  expected: Color;
  sight: Color;
  way: Color;
}

const c = (hex: string) => new Color(hex);

export const LIGHT: Scheme = {
  dark: false,
  sky: c("#efeae0"),
  ground: c("#c9d3b4"),
  groundEdge: c("#a9b592"),
  grid: c("#b7c2a0"),
  wall: c("#d8c4a8"),
  sun: c("#fff1d6"),
  sunStrength: 2.3,
  ambient: c("#f4f4ff"),
  ambientLow: c("#9aa37e"),
  ambientStrength: 1.5,
  belief: c("#2b5f75"),
  expected: c("#c2542d"),
  sight: c("#fffbe6"),
  way: c("#2b5f75"),
};

export const DARK: Scheme = {
  dark: true,
  sky: c("#11181b"),
  ground: c("#33463e"),
  groundEdge: c("#22312b"),
  grid: c("#43584e"),
  wall: c("#8c7f6c"),
  sun: c("#cfdcff"),
  sunStrength: 2.0,
  ambient: c("#9fb4c8"),
  ambientLow: c("#3a4a42"),
  ambientStrength: 1.7,
  belief: c("#7fc4d8"),
  expected: c("#f2936b"),
  sight: c("#f5f1d0"),
  way: c("#7fc4d8"),
};

const NAMED: Record<string, string> = {
  white: "#efece4",
  black: "#2a2a2e",
  grey: "#8a8d92",
  red: "#c94a3b",
  green: "#6d9a4a",
  blue: "#4473b0",
  yellow: "#e2b93b",
  orange: "#dd8438",
  brown: "#8a5f3c",
  purple: "#7d5a9c",
  pink: "#d78aa0",
};

/** The colour that a scenario calls by this name. */
export function named(name: string): Color {
  return new Color(NAMED[name] ?? "#9a927f");
}
