// What tests of the page share: opening it, waiting for what it knows, and nothing in the console.
import { expect, test as base, type Page } from "@playwright/test";
import type { Piaget } from "../src/window";

/** The folder in which the page lies; the playground may lie anywhere (playground.config.ts). */
const HOME = process.env.PIAGET_PAGE_PATH ?? "";

/** A page in which any error in the console fails the test. */
export const test = base.extend<{ lab: Page }>({
  lab: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(error.message));
    const goto = page.goto.bind(page);
    page.goto = (address, options) => goto(address.startsWith("/") ? HOME + address : address, options);
    await use(page);
    expect(errors, "errors in the console").toEqual([]);
  },
});

/** Opens a scenario and waits until it moves. */
export async function open(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  const scenario = /#scenario=([\w/-]+)/.exec(address)?.[1] ?? null;
  const there = (piaget: Piaget, scenario: string | null) =>
    (piaget.moment?.tick ?? 0) > 0 &&
    piaget.creature !== null &&
    (scenario === null || piaget.scenario === scenario);
  await until(page, there, scenario);
}

/** Waits until something holds of what the page knows. */
export async function until<T>(
  page: Page,
  holds: (piaget: Piaget, value: T) => boolean,
  value?: T,
  seconds = 90,
): Promise<void> {
  const asked = `(${holds.toString()})(window.piaget, ${JSON.stringify(value)})`;
  // As text and in a loop of our own, because the lab forbids its page to make code from text.
  const poll = () => page.evaluate(`window.piaget !== undefined && ${asked}`);
  await expect
    .poll(poll, { message: holds.toString(), timeout: seconds * 1000, intervals: [100] })
    .toBe(true);
}

/** Waits until the camera stands still: on a busy machine it arrives late, and a press would miss. */
export async function stillCamera(page: Page): Promise<void> {
  const where = () => page.evaluate(() => JSON.stringify(window.piaget.project(0, 0, 0)));
  await expect
    .poll(async () => {
      const before = await where();
      // A camera that was told to go may not have set out after the first of these.
      const after = [];
      for (let i = 0; i < 2; i += 1) {
        await page.waitForTimeout(300);
        after.push(await where());
      }
      return after.every((now) => now === before);
    })
    .toBe(true);
}

/** What the page knows, as a value. */
export function ask<R>(page: Page, question: (piaget: Piaget) => R): Promise<R> {
  return page.evaluate(`(${question.toString()})(window.piaget)`) as Promise<R>;
}

/** Sets the speed with the keys for it. */
export async function speed(page: Page, to: number): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    const now = await ask(page, (piaget) => piaget.moment?.clock.speed ?? 1);
    if (now === to) return;
    await page.keyboard.press(now < to ? "+" : "-");
    await page.waitForTimeout(200);
  }
  await until(page, (piaget, to) => piaget.moment?.clock.speed === to, to);
}

/** Drags from one place of the world to another. */
export async function drag(
  page: Page,
  from: [number, number, number],
  to: [number, number, number],
  shift = false,
): Promise<void> {
  const where = (at: [number, number, number]) =>
    page.evaluate(([x, y, z]) => window.piaget.project(x, y, z)!, at);
  // The stage says that something lies under the pointer: where a camera still moves, a press would miss it.
  await expect
    .poll(async () => {
      const at = await where(from);
      await page.mouse.move(at.x + 1, at.y);
      await page.mouse.move(at.x, at.y);
      return page.locator(".over").count();
    })
    .toBeGreaterThan(0);
  const [a, b] = [await where(from), await where(to)];
  if (shift) await page.keyboard.down("Shift");
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  for (let i = 1; i <= 12; i += 1) {
    await page.mouse.move(a.x + ((b.x - a.x) * i) / 12, a.y + ((b.y - a.y) * i) / 12);
    await page.waitForTimeout(60);
  }
  await page.mouse.up();
  if (shift) await page.keyboard.up("Shift");
}

/** Shows a past moment with the time bar, which may not reach so far yet. */
export async function scrubTo(page: Page, tick: number): Promise<void> {
  const bar = page.getByLabel("Moment shown");
  await expect.poll(async () => Number(await bar.getAttribute("max"))).toBeGreaterThanOrEqual(tick);
  await bar.evaluate((input: HTMLInputElement, tick) => {
    input.value = String(tick);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, tick);
  await until(page, (piaget, tick) => piaget.moment?.tick === tick, tick);
}
