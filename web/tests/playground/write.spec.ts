// Writing in the page: mistakes under their lines, the reader's own words, and what is right acts at once.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { ask, open, test, until } from "../lab";
import { asked, drop } from "./given";

async function write(page: Page, kind: "Character" | "Scenario"): Promise<void> {
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByRole("group", { name: "What to write" }).getByRole("button", { name: kind }).click();
  await expect(page.locator(".cm-content")).toBeVisible();
}

/** Puts the cursor at the end of the text. */
async function toEnd(page: Page): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
}

test("a broken character shows its line as `piaget check` does, and the old one stays", async ({
  lab,
}, info) => {
  await open(lab, "/#scenario=two-walls");
  await write(lab, "Character");
  await toEnd(lab);
  await lab.keyboard.type("\neyes field-of-vew=50 range=40\n");
  const shown = lab.locator(".write .mistake").first();
  await expect(shown).toBeVisible();
  await expect(lab.locator(".cm-lintRange-error")).not.toHaveCount(0);
  // The same sentences as the program's, about the same text.
  const [download] = await Promise.all([
    lab.waitForEvent("download"),
    lab.locator(".write").getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const file = info.outputPath("duncan.kdl");
  await download.saveAs(file);
  type Checked = { mistakes: { line: number; column: number; message: string; hint: string }[] };
  let told: Checked;
  try {
    told = asked<Checked>("check", file, "--json");
  } catch (error) {
    told = JSON.parse((error as { stdout: string }).stdout.trim()) as Checked;
  }
  const all = await lab.locator(".write .mistake").allInnerTexts();
  expect(all).toEqual(
    told.mistakes.map(
      ({ line, column, message, hint }) =>
        `Line ${line}, column ${column}: ${message}${hint ? ` (${hint})` : ""}`,
    ),
  );
  expect(await ask(lab, (piaget) => piaget.line)).toBe("open");
});

test("the words that the reader knows are offered", { tag: "@short" }, async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await write(lab, "Character");
  await toEnd(lab);
  await lab.keyboard.type("\nbel");
  await expect(lab.locator(".cm-tooltip-autocomplete")).toContainText("beliefs");
  await lab.keyboard.press("Escape");
  await lab.keyboard.press("Control+Backspace");
  await lab.keyboard.type("eyes ra");
  await expect(lab.locator(".cm-tooltip-autocomplete")).toContainText("range");
});

test("a character that is changed keeps its mind and its moment", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 60);
  const before = await ask(lab, (piaget) => ({
    tick: piaget.moment!.tick,
    beliefs: [...piaget.moment!.mind!.beliefs.keys()],
  }));
  expect(before.beliefs.length).toBeGreaterThan(0);
  await write(lab, "Character");
  await lab.locator(".cm-content").focus();
  await lab.keyboard.press("Control+Home");
  await lab.keyboard.type("// Written by hand.\n");
  await expect(lab.getByText("Taken on; it goes on with the mind it had.")).toBeVisible();
  await until(lab, (piaget, tick) => piaget.moment!.tick > tick + 20, before.tick);
  const after = await ask(lab, (piaget) => [...piaget.moment!.mind!.beliefs.keys()]);
  expect(after).toEqual(expect.arrayContaining(before.beliefs));
});

test("a scenario that is changed is played anew under a name of its own", async ({ lab }) => {
  await open(lab, "/#scenario=square");
  await write(lab, "Scenario");
  await toEnd(lab);
  await lab.keyboard.type('\nthing "pebble" { kind "pebble"; at 1 1; shape "sphere" { radius 0.1 } }\n');
  await until(lab, (piaget) => piaget.scenario === "my-square" && (piaget.moment?.tick ?? 0) > 3);
  const things = await ask(lab, (piaget) => [...piaget.moment!.things.values()].map((thing) => thing.name));
  expect(things).toContain("pebble");
});

test("a scenario and a body that are dropped live", async ({ lab }) => {
  await open(lab);
  await drop(lab, "My Dog.glb", readFileSync("../bodies/terrier.glb"));
  await until(lab, (piaget) => piaget.creature === "guest" && (piaget.moment?.tick ?? 0) > 0);
  const at = await ask(lab, (piaget) => piaget.moment!.creatures[0]!.at);
  await until(
    lab,
    (piaget, at) =>
      Math.hypot(piaget.moment!.creatures[0]!.at[0] - at[0], piaget.moment!.creatures[0]!.at[2] - at[2]) > 1,
    at,
  );
  const text = readFileSync("../scenarios/square.kdl", "utf8");
  await drop(lab, "Mine.kdl", text);
  await until(lab, (piaget) => piaget.scenario === "mine" && (piaget.moment?.tick ?? 0) > 3);
});
