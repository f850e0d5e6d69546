// Ten moments of every scenario at three sizes, as a stranger meets them: is the chosen creature large and uncovered, how
// much lies over the stage, is the lit action in view, does the headline say why, is the right map shown, is anybody a
// capsule. Figures go to test-results/sample.json; SHOTS=1 keeps a picture of every scenario, ONLY=name plays one.
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { ask, open, scrubTo, speed, test, until } from "../tests/lab";

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;
const MOMENTS = 10;
const MOST_S = 30;

interface Sample {
  scenario: string;
  width: number;
  tick: number;
  height: number;
  covered: boolean;
  overlays: number;
  lit: boolean;
  headline: string;
  map: string | null;
  attends: string | null;
  plain: boolean;
  caption: string;
  thought: string;
}

function look(page: Page): Promise<Omit<Sample, "scenario" | "width" | "tick">> {
  return page.evaluate(() => {
    const { piaget } = window;
    const box = piaget.chosen();
    const stage = document.querySelector(".stage")!.getBoundingClientRect();
    const inside = (x: number, y: number) =>
      x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
    const bare = (x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      return inside(x, y) && (top === null || top.tagName === "CANVAS" || top.closest(".labels") !== null);
    };
    const points = box
      ? [0.2, 0.5, 0.8].flatMap((a) =>
          [0.2, 0.5, 0.8].map((b) => [box.x + box.width * a, box.y + box.height * b]),
        )
      : [];
    const over = [".card", ".views .segmented", ".views .legend", "figure.eye", "figure.face"].map((name) => {
      const element = document.querySelector(`.stage ${name}`)?.getBoundingClientRect();
      return element ? element.width * element.height : 0;
    });
    const lit = [...document.querySelectorAll(".tuple.active")].at(0)?.getBoundingClientRect();
    const panel = document.querySelector(".panel")?.getBoundingClientRect();
    const mind = piaget.moment?.mind;
    const attended = mind && mind.attends !== null ? mind.beliefs.get(mind.attends) : undefined;
    const any = mind?.choices.some((choice) => choice?.active);
    return {
      height: Math.round(box?.height ?? 0),
      covered: !box || !points.every(([x, y]) => bare(x!, y!)),
      overlays: over.reduce((sum, area) => sum + area, 0) / (stage.width * stage.height),
      lit:
        !any ||
        (lit !== undefined && panel !== undefined && lit.bottom <= panel.bottom && lit.top >= panel.top),
      headline: document.querySelector(".doing")?.textContent ?? "",
      map: piaget.mapOf,
      attends: attended?.kind ?? null,
      plain: box?.plain ?? false,
      caption: document.querySelector(".caption")?.textContent ?? "",
      thought: document.querySelector(".thought")?.textContent ?? "",
    };
  });
}

test("ten moments of every scenario", async ({ lab }) => {
  test.setTimeout(3_600_000);
  const samples: Sample[] = [];
  await open(lab);
  await lab.keyboard.press("n");
  const names = (
    await lab
      .locator(".scenarios button")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["scenario"]!))
  ).filter((name) => !process.env.ONLY || process.env.ONLY.split(",").includes(name));
  mkdirSync("test-results/sample", { recursive: true });
  for (const scenario of names) {
    await lab.setViewportSize({ width: 1440, height: 900 });
    await open(lab, `/?${scenario}#scenario=${scenario}`);
    await lab.getByRole("tab", { name: "Choices" }).click();
    await speed(lab, 20);
    await until(lab, (piaget, most) => piaget.moment!.t > most || piaget.moment!.clock.over, MOST_S);
    if (!(await ask(lab, (piaget) => piaget.moment!.clock.paused))) await lab.keyboard.press("Space");
    await until(lab, (piaget) => piaget.moment!.clock.paused);
    const last = await ask(lab, (piaget) => piaget.moment!.tick);
    // The card folds after 8 s; what is measured is what stays.
    await lab.waitForTimeout(Math.max(0, 8500 - (await lab.evaluate(() => performance.now()))));
    for (let i = 1; i <= MOMENTS; i += 1) {
      const tick = Math.floor((last * (i - 0.5)) / MOMENTS);
      await scrubTo(lab, Math.max(1, tick));
      for (const [width, height] of SIZES) {
        await lab.setViewportSize({ width, height });
        await lab.waitForTimeout(350);
        samples.push({ scenario, width, tick, ...(await look(lab)) });
        if (process.env.SHOTS && i === 5 && width !== 1024)
          await lab.screenshot({ path: `test-results/sample/${scenario.replaceAll("/", "-")}-${width}.png` });
      }
    }
    console.log(
      figures(
        scenario,
        samples.filter((sample) => sample.scenario === scenario),
      ),
    );
    writeFileSync("test-results/sample.json", JSON.stringify(samples, null, 1));
  }
  for (const [width] of SIZES)
    console.log(
      figures(
        `at ${width}`,
        samples.filter((one) => one.width === width),
      ),
    );
  console.log(figures("all", samples));
  for (const [what, [holds, least]] of Object.entries(ASKED)) {
    const missed = samples.filter((sample) => !holds(sample));
    const where = missed.map(({ scenario, width, tick }) => `${scenario} at ${width}, tick ${tick}`);
    expect
      .soft(1 - missed.length / samples.length, `${what}: not in ${where.slice(0, 20).join("; ")}`)
      .toBeGreaterThanOrEqual(least);
  }
});

/** What is asked of the moments, and of which share of them. */
const ASKED: Record<string, [(sample: Sample) => boolean, number]> = {
  "the chosen creature is 60 px tall and uncovered": [
    ({ height, covered }) => height >= 60 && !covered,
    0.95,
  ],
  "less than 15 % of a wide stage is covered": [({ width, overlays }) => width < 900 || overlays < 0.15, 1],
  "the lit action is in view": [({ lit }) => lit, 1],
  "the headline says why": [({ headline }) => !headline.includes("no reason to change"), 1],
  "the map is of what is attended to": [({ map, attends }) => map === null || map === attends, 1],
  "nobody is a capsule": [({ plain }) => !plain, 1],
};

function figures(name: string, samples: Sample[]): string {
  const share = (good: (sample: Sample) => boolean) =>
    `${((samples.filter(good).length / Math.max(1, samples.length)) * 100).toFixed(1)} %`;
  const wide = samples.filter(({ width }) => width > 900);
  const overlays = Math.max(0, ...wide.map(({ overlays }) => overlays));
  return [
    `${name}: ${samples.length} moments`,
    `60 px and uncovered ${share(({ height, covered }) => height >= 60 && !covered)}`,
    `overlays at most ${(overlays * 100).toFixed(1)} % on wide stages`,
    `lit in view ${share(({ lit }) => lit)}`,
    `"no reason to change" ${samples.filter(({ headline }) => headline.includes("no reason to change")).length}`,
    `map of something else ${samples.filter(({ map, attends }) => map !== null && map !== attends).length}`,
    `capsules ${samples.filter(({ plain }) => plain).length}`,
  ].join("; ");
}
