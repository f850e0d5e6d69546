// The same as the program: digests, links and recordings.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { expect, test as plain, type Page } from "@playwright/test";
import { ask, until } from "../lab";
import type { Piaget } from "../../src/window";
import { asked, HOME, moment, program, withoutPicture } from "./given";

const SECONDS = 20;
const names = readdirSync("../scenarios")
  .filter((name) => name.endsWith(".kdl"))
  .map((name) => name.replace(/\.kdl$/, ""));

/** Those of these scenarios whose digest after twenty seconds is not the program's. */
async function different(page: Page, names: string[]): Promise<string[]> {
  const found: string[] = [];
  await withoutPicture(page);
  for (const name of names) {
    const text = readFileSync(`../scenarios/${name}.kdl`, "utf8");
    const length = Math.min(SECONDS, Number(/^length ([\d.]+)/m.exec(text)![1]));
    const native = asked<{ digest: string; ticks: number }>("run", name, "--seconds", `${length}`, "--json");
    const address = moment({ scenario: name, until: native.ticks }, native.digest);
    await page.goto(`${HOME}/?${name}${address.slice(1)}`);
    const there = (piaget: Piaget, [name, ticks]: [string, number]) =>
      piaget.scenario === name && piaget.moment?.tick === ticks && piaget.moment.clock.paused;
    await until(page, there, [name, native.ticks] as [string, number], 300);
    const here = await ask(page, (piaget) => piaget.moment!.digest);
    if (here !== native.digest) found.push(`${name}: ${here}, natively ${native.digest}`);
  }
  return found;
}

plain("a scenario has the program's digest", { tag: "@short" }, async ({ page }) => {
  expect(await different(page, ["two-walls"])).toEqual([]);
});

plain("every scenario has the program's digest after twenty seconds", async ({ page }) => {
  plain.setTimeout(900_000);
  expect(await different(page, names)).toEqual([]);
});

/** A lab of the program, for as long as something is done with it. */
async function beside<T>(work: (address: string) => Promise<T>): Promise<T> {
  const port = 7991;
  const lab = spawn(program, ["lab", "--bind", `127.0.0.1:${port}`, "--no-token"], { stdio: "ignore" });
  try {
    const address = `http://127.0.0.1:${port}/`;
    await expect
      .poll(
        () =>
          fetch(address)
            .then((answer) => answer.ok)
            .catch(() => false),
        { timeout: 60_000 },
      )
      .toBe(true);
    return await work(address);
  } finally {
    lab.kill();
  }
}

/** Plays a little, moves the sheep, and makes a link. */
async function shared(page: Page): Promise<string> {
  await page.bringToFront();
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 30);
  await page.keyboard.press("w");
  await page.locator('[data-thing="sheep"]').focus();
  await page.keyboard.press("Shift+ArrowRight");
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 90);
  await page.keyboard.press("Space");
  await until(page, (piaget) => piaget.moment?.clock.paused === true);
  await page.getByRole("button", { name: "Share" }).click();
  await until(page, () => location.hash.startsWith("#moment="));
  return new URL(page.url()).hash;
}

plain(
  "a link made in the lab opens in the playground, and the other way round",
  async ({ page, context }) => {
    await withoutPicture(page);
    await beside(async (address) => {
      const visitor = await context.newPage();
      await withoutPicture(visitor);
      await visitor.goto(`${address}#scenario=two-walls&seed=5`);
      const fromLab = await shared(visitor);
      await page.bringToFront();
      await page.goto(`${HOME}/?from-lab${fromLab}`);
      await expect(page.getByText("its digest is the same")).toBeVisible();
      await page.goto(`${HOME}/?again#scenario=two-walls&seed=6`);
      const fromPlayground = await shared(page);
      await visitor.bringToFront();
      await visitor.goto(`${address}?from-playground${fromPlayground}`);
      await expect(visitor.getByText("its digest is the same")).toBeVisible();
    });
  },
);
