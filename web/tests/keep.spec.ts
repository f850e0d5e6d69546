// What can be taken home and played again. `PIAGET` is the program that the page's lab is.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { ask, open, scrubTo, speed, test, until } from "./lab";

const program = process.env.PIAGET ?? "../target/debug/piaget";
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

async function keep(page: Page, what: string): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByLabel("Take something home").selectOption(what),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** Something done by hand, and then a moment at which time stands still. */
async function played(page: Page): Promise<{ tick: number; digest: string }> {
  await open(page, "/#scenario=two-walls&seed=11");
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 20);
  await page.keyboard.press("w");
  await page.locator('[data-thing="sheep"]').focus();
  await page.keyboard.press("Shift+ArrowRight");
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 60);
  await page.locator(".stage").focus();
  await page.keyboard.press("Space");
  await until(page, (piaget) => piaget.moment?.clock.paused === true);
  return ask(page, (piaget) => ({ tick: piaget.moment!.tick, digest: piaget.moment!.digest }));
}

test("a picture, a plot, a trace, a recording and a character can be kept", async ({ lab }) => {
  const now = await played(lab);
  for (const [what, name] of [
    ["picture", "two-walls.png"],
    ["plot", "two-walls-plot.png"],
  ] as const) {
    const file = await keep(lab, what);
    expect(file.name).toBe(name);
    const bytes = readFileSync(file.path);
    expect(bytes.subarray(0, 4).equals(PNG), `${what} is a PNG`).toBe(true);
    expect(bytes.length, what).toBeGreaterThan(3000);
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    if (what !== "picture") continue;
    // Below the stage stand the moment and its sentences.
    const stage = (await lab.locator(".stage").boundingBox())!;
    expect(height / width).toBeGreaterThan(stage.height / stage.width + 0.02);
  }
  const trace = readFileSync((await keep(lab, "trace")).path, "utf8")
    .trim()
    .split("\n");
  expect(trace.length).toBeGreaterThan(60);
  expect(trace.at(-1)).toContain(now.digest);
  // The recording is played again by the program, outside the page.
  const recording = await keep(lab, "recording");
  const said = execFileSync(program, ["replay", recording.path, "--json"], { encoding: "utf8" });
  expect(JSON.parse(said.trim().split("\n").at(-1)!)).toMatchObject({
    same: true,
    digest: now.digest,
    ticks: now.tick,
  });
  const character = readFileSync((await keep(lab, "character")).path, "utf8");
  expect(character).toContain('character "duncan"');
});

test("what was done by hand is replayed from the beginning to the same moment", async ({ lab }) => {
  const { tick, digest } = await played(lab);
  await lab.getByLabel("Take something home").selectOption("replay");
  await until(lab, (piaget, tick) => (piaget.moment?.tick ?? tick) < tick, tick);
  await speed(lab, 2);
  await until(lab, (piaget, tick) => piaget.moment!.tick > tick + 3, tick);
  await scrubTo(lab, tick);
  expect(await ask(lab, (piaget) => piaget.moment!.digest)).toBe(digest);
});

test("a slider's number is in the file that is saved, and the program takes the file", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await lab.getByRole("tab", { name: "Character" }).click();
  await lab.getByLabel("Find a number").fill("eyes.field-of-view");
  const number = lab.getByLabel("eyes.field-of-view as a number");
  await number.fill("77");
  await number.press("Enter");
  // The plan that comes back from the lab has it.
  await expect(lab.locator("textarea.file")).toHaveValue(/field-of-view=77\b/);
  const [download] = await Promise.all([
    lab.waitForEvent("download"),
    lab.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const path = await download.path();
  expect(readFileSync(path, "utf8")).toContain("field-of-view=77");
  execFileSync("cp", [path, `${path}.kdl`]);
  execFileSync(program, ["check", `${path}.kdl`], { encoding: "utf8" });
});
