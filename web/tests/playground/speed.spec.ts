// How fast it is. Timings are shown and decide nothing, because others may be using the machine.
import { expect, test as plain } from "@playwright/test";
import { until } from "../lab";
import { HOME, withoutPicture } from "./given";

const SECONDS = 8;

plain("ten creatures with maps of ten thousand nodes in the worker", async ({ page }) => {
  // Without a picture, which is drawn by software here: what is left of the page's work is what minds cause.
  await withoutPicture(page);
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe(
      {
        type: "longtask",
      },
    );
  });
  await page.goto(`${HOME}/#scenario=crowd`);
  await until(page, (piaget) => piaget.scenario === "crowd" && (piaget.moment?.tick ?? 0) > 30);
  const seen = await page.evaluate(async (seconds) => {
    const { piaget, long } = window as unknown as { piaget: typeof window.piaget; long: number[] };
    long.length = 0;
    const [tick, began] = [piaget.moment!.tick, performance.now()];
    await new Promise((done) => setTimeout(done, seconds * 1000));
    const ticks = piaget.moment!.tick - tick;
    return {
      rate: (ticks * 1000) / (performance.now() - began),
      creatures: piaget.moment!.creatures.length,
      nodes: piaget.nodes,
      longest: Math.max(0, ...long),
    };
  }, SECONDS);
  console.log(
    `playground: ${seen.creatures} creatures with maps of ${seen.nodes} nodes: ${seen.rate.toFixed(1)} ticks a second ` +
      `(30 wanted); the page was held up for ${seen.longest.toFixed(0)} ms at most (50 wanted)`,
  );
  expect(seen.creatures).toBe(10);
  expect(seen.nodes).toBeGreaterThan(9_000);
  expect(seen.rate).toBeGreaterThan(0);
});

plain("a link is opened on a machine that was never here", async ({ page }) => {
  const began = Date.now();
  await page.goto(`${HOME}/#scenario=max-and-morris&tick=60`);
  await until(page, (piaget) => piaget.scenario === "max-and-morris" && piaget.moment !== null);
  console.log(
    `playground: the first frame of a link came ${((Date.now() - began) / 1000).toFixed(1)} s after it was opened (5 s wanted)`,
  );
  await until(page, (piaget) => piaget.moment?.tick === 60 && piaget.moment.clock.paused);
});
