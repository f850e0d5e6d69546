// Ten moments of every scenario at three sizes, as a stranger meets them: is the chosen creature large and uncovered, how
// much lies over the stage, is the lit action in view, does the headline say why, is the right map shown, is anybody a
// capsule. Figures go to test-results/sample.json; SHOTS=1 keeps pictures of every scenario, ONLY=name,name plays those.
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { ask, open, scrubTo, test, until } from "../tests/lab";

const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;
const MOMENTS = 10;
/** Seconds of a scenario that are looked at, at most; all of them have so many ticks a second. */
const MOST_S = 60;
const HZ = 30;
/** A creature is covered where more of it than this is behind something that stands before it. */
const MOST_BEHIND = 0.5;
/** Moments of which SHOTS keeps a picture, and the sizes. */
const SHOT_AT = [3, 6, 9];
const SHOT_WIDTHS: readonly number[] = [1440, 390];

interface Sample {
  scenario: string;
  width: number;
  tick: number;
  height: number;
  covered: boolean;
  /** The share of it that is behind something else on the stage. */
  behind: number;
  /** What lies over the stage, each as a share of it. */
  over: [string, number][];
  overlays: number;
  lit: boolean;
  headline: string;
  map: string | null;
  /** What is attended to and not seen, if it has a map. */
  sought: string | null;
  /** Creatures that are drawn as plain shapes. */
  plain: string[];
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
    const over = [".card", ".views .segmented", ".legend", "figure.eye", "figure.face"].map((name) => {
      const box = document.querySelector(`.stage ${name}`)?.getBoundingClientRect();
      const share = box ? (box.width * box.height) / (stage.width * stage.height) : 0;
      return [name, share] as [string, number];
    });
    // On screen, and not scrolled out of the panel that it stands in.
    const inView = (element: Element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const panel = element.closest(".panel")?.getBoundingClientRect();
      const within = !panel || (bottom <= panel.bottom + 1 && top >= panel.top - 1);
      const onScreen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      return width > 0 && within && onScreen;
    };
    // Beside the stage all of the lit path; in a narrow window, where panels stand below, what it does.
    const wide = innerWidth > 900;
    const lit = [...document.querySelectorAll(wide ? ".panel > ul > .tuple.active" : ".acts b")];
    const mind = piaget.moment?.mind;
    const attended = mind && mind.attends !== null ? mind.beliefs.get(mind.attends) : undefined;
    const sought = attended?.seen_as === null && mind!.maps.has(attended.belief) ? attended.kind : null;
    const any = mind?.choices.some((choice) => choice?.active);
    return {
      height: Math.round(box?.height ?? 0),
      covered: !box || !points.every(([x, y]) => bare(x!, y!)),
      behind: box?.behind ?? 0,
      over,
      overlays: over.reduce((sum, [, share]) => sum + share, 0),
      lit: !any || (lit.length > 0 && lit.every(inView)),
      headline: document.querySelector(".doing")?.textContent ?? "",
      map: piaget.mapOf,
      sought,
      plain: [...piaget.plain],
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
  const all = await lab.locator(".scenarios button").evaluateAll((cards) =>
    cards.map((card) => ({
      scenario: (card as HTMLElement).dataset["scenario"]!,
      seconds: Number(/(\d+) s$/.exec(card.textContent ?? "")?.[1]),
    })),
  );
  const only = process.env.ONLY?.split(",");
  const wanted = all.filter(({ scenario }) => !only || only.includes(scenario));
  mkdirSync("test-results/sample", { recursive: true });
  for (const { scenario, seconds } of wanted) {
    await lab.setViewportSize({ width: 1440, height: 900 });
    const last = Math.min(MOST_S, seconds) * HZ - 1;
    await open(lab, `/?${scenario}#scenario=${scenario}&tick=${last}`);
    await lab.getByRole("tab", { name: "Choices" }).click();
    await until(
      lab,
      (piaget, last) => piaget.moment!.tick === last && piaget.moment!.clock.paused,
      last,
      300,
    );
    // What is measured is what stays.
    await expect(lab.locator(".card[open]")).toHaveCount(0);
    // The past of a crowd does not reach far.
    const earliest = await ask(lab, (piaget) => piaget.moment!.clock.earliest);
    for (let i = 0; i < MOMENTS; i += 1) {
      const tick = Math.floor(earliest + ((last - earliest) * (i + 0.5)) / MOMENTS);
      await scrubTo(lab, tick);
      for (const [width, height] of SIZES) {
        await lab.setViewportSize({ width, height });
        await lab.waitForTimeout(350);
        samples.push({ scenario, width, tick, ...(await look(lab)) });
        if (process.env.SHOTS && SHOT_AT.includes(i) && SHOT_WIDTHS.includes(width))
          await lab.screenshot({ path: `test-results/sample/${scenario}-${width}-${i}.png` });
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

const tallAndClear = ({ height, covered, behind }: Sample) =>
  height >= 60 && !covered && behind <= MOST_BEHIND;

/** What is asked of the moments, and of which share of them. */
const ASKED: Record<string, [(sample: Sample) => boolean, number]> = {
  "the chosen creature is 60 px tall and uncovered": [tallAndClear, 0.95],
  "less than 15 % of a wide stage is covered": [({ width, overlays }) => width < 900 || overlays < 0.15, 1],
  "the lit action is in view": [({ lit }) => lit, 1],
  "the headline says why": [({ headline }) => !headline.includes("no reason to change"), 1],
  "the map is of what is sought": [({ map, sought }) => map === sought, 1],
  "nobody is a capsule": [({ plain }) => plain.length === 0, 1],
};

function figures(name: string, samples: Sample[]): string {
  const share = (good: (sample: Sample) => boolean) =>
    `${((samples.filter(good).length / Math.max(1, samples.length)) * 100).toFixed(1)} %`;
  const wide = samples.filter(({ width }) => width > 900);
  const overlays = Math.max(0, ...wide.map(({ overlays }) => overlays));
  return [
    `${name}: ${samples.length} moments`,
    `60 px and uncovered ${share(tallAndClear)}`,
    `overlays at most ${(overlays * 100).toFixed(1)} % on wide stages`,
    `lit in view ${share(({ lit }) => lit)}`,
    `"no reason to change" ${samples.filter(({ headline }) => headline.includes("no reason to change")).length}`,
    `map of something else ${samples.filter(({ map, sought }) => map !== sought).length}`,
    `capsules ${samples.filter(({ plain }) => plain.length > 0).length}`,
  ].join("; ");
}
