// Games: by keyboard and by taps, and links that lead to the same score.
import { expect } from "@playwright/test";
import { ask, open, speed, stillCamera, test, until } from "./lab";

test("a round of hiding is played with keys, scored, and replays from its link to the same score", async ({
  lab,
}) => {
  await open(lab, "/#game=hide&seed=5");
  await until(lab, (piaget) => piaget.scenario === "hide" && piaget.moment?.game?.phase === "hands");
  const sheep = lab.locator('.game [data-thing="sheep"]');
  await sheep.focus();
  for (let i = 0; i < 6; i += 1) {
    await lab.keyboard.press("ArrowDown");
    await lab.waitForTimeout(60);
  }
  await speed(lab, 5);
  await until(lab, (piaget) => piaget.moment?.game?.phase === "over");
  const { score, fouls } = await ask(lab, (piaget) => piaget.moment!.game!);
  expect(fouls).toBe(0);
  await expect(lab.getByRole("button", { name: "Next round" })).toBeVisible();
  await lab.getByRole("button", { name: "Share" }).click();
  await until(lab, () => location.hash.startsWith("#m="));
  expect((await lab.evaluate(() => location.href)).length).toBeLessThan(400);
  await lab.reload();
  await until(lab, (piaget) => piaget.moment?.game?.phase === "over");
  expect(await ask(lab, (piaget) => piaget.moment!.game!.score)).toBe(score);
});

test("a slider takes every key press, and what was done by hand is undone", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await lab.getByRole("tab", { name: "Character" }).click();
  await lab.getByLabel("Find a number").fill("eyes.field-of-view");
  const slider = lab.locator('.slider input[type="range"]').first();
  const step = Number(await slider.getAttribute("step"));
  const before = Number(await slider.inputValue());
  await slider.focus();
  for (let i = 0; i < 10; i += 1) {
    await lab.keyboard.press("ArrowLeft");
    await lab.waitForTimeout(30);
  }
  const wanted = before - 10 * step;
  await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - wanted)).toBeLessThan(step / 2);
  // And it stays there when the lab has answered.
  await lab.waitForTimeout(2000);
  expect(Math.abs(Number(await slider.inputValue()) - wanted)).toBeLessThan(step / 2);
  await lab.locator(".stage").focus();
  await lab.keyboard.press("u");
  await expect(lab.locator(".notice")).toContainText("Undone");
});

test("on a phone no control is small, and a sheep is hidden by two taps", async ({ lab }) => {
  await lab.setViewportSize({ width: 390, height: 844 });
  await open(lab, "/#game=hide&seed=3");
  await until(lab, (piaget) => piaget.scenario === "hide" && piaget.moment?.game?.phase === "hands");
  const small = await lab.locator("button, select, summary, input:not(.unseen)").evaluateAll((all) =>
    all
      .map((one) => ({ name: one.textContent || one.ariaLabel, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
  );
  expect(small).toEqual([]);
  // Caption and thought stand under the stage.
  const [stage, thought] = await Promise.all(
    [".stage", ".thought"].map((name) => lab.locator(name).first().boundingBox()),
  );
  expect(thought!.y).toBeGreaterThanOrEqual(stage!.y + stage!.height - 1);
  // From above both places are in the picture.
  await lab.getByRole("button", { name: "Above" }).click();
  await stillCamera(lab);
  const at = await ask(
    lab,
    (piaget) => [...piaget.moment!.things.values()].find((thing) => thing.name === "sheep")!.at,
  );
  const from = await lab.evaluate(([x, y, z]) => window.piaget.project(x!, y! + 0.5, z!)!, at);
  const to = await lab.evaluate(([x, , z]) => window.piaget.project(x! - 1, 0, z! + 3)!, at);
  await lab.mouse.click(from.x, from.y);
  await lab.mouse.click(to.x, to.y);
  await until(
    lab,
    (piaget, z) => [...piaget.moment!.things.values()].find((thing) => thing.name === "sheep")!.at[2] > z + 2,
    at[2],
  );
});
