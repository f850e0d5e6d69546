import { expect } from "@playwright/test";
import type { Piaget } from "../src/window";
import { ask, open, scrubTo, speed, test, until } from "./lab";

/** All that a panel could show of a moment, as text. */
const told = (piaget: Piaget) => {
  const { tick, digest, things, creatures, mind } = piaget.moment!;
  return JSON.stringify({
    tick,
    digest,
    things: [...things.values()],
    creatures: creatures.map(({ at, yaw, head_yaw, doing, face }) => ({ at, yaw, head_yaw, doing, face })),
    values: mind!.values,
    beliefs: [...mind!.beliefs.values()],
    choices: mind!.choices,
    maps: [...mind!.maps].map(([belief, map]) => [belief, [...map.bytes]]),
    visible: [...(mind!.visible ?? [])],
  });
};

test("scrubbing back and forth shows the same moments", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await speed(lab, 5);
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 240);
  await lab.keyboard.press("Space");
  await until(lab, (piaget) => piaget.moment?.clock.paused === true);
  const present = await ask(lab, told);
  await scrubTo(lab, 100);
  const early = await ask(lab, told);
  await scrubTo(lab, 200);
  const late = await ask(lab, told);
  expect(late).not.toEqual(early);
  await scrubTo(lab, 100);
  expect(await ask(lab, told)).toEqual(early);
  await scrubTo(lab, 200);
  expect(await ask(lab, told)).toEqual(late);
  await lab.getByRole("button", { name: "To the present" }).click();
  await until(lab, (piaget) => piaget.moment?.clock.present === null);
  expect(await ask(lab, told)).toEqual(present);
});

test("a shared link leads back to the same moment, with what was changed by hand", async ({
  lab,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(lab, "/#scenario=two-walls&seed=7");
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 20);
  await lab.keyboard.press("w");
  await lab.locator('[data-thing="sheep"]').focus();
  await lab.keyboard.press("Shift+ArrowRight");
  await lab.keyboard.press("ArrowUp");
  await speed(lab, 5);
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 150);
  await lab.keyboard.press("Space");
  // A thing that the arrow keys move has the focus: the space bar is still for the clock.
  await until(lab, (piaget) => piaget.moment?.clock.paused === true, undefined, 5);
  await lab.getByRole("button", { name: "Share" }).click();
  await until(lab, () => location.hash.startsWith("#m="));
  const [tick, digest] = await ask(lab, (piaget) => [piaget.moment!.tick, piaget.moment!.digest] as const);
  await lab.reload();
  await until(lab, (piaget, tick) => piaget.seed === 7 && piaget.moment?.tick === tick, tick);
  expect(await ask(lab, (piaget) => piaget.moment!.digest)).toBe(digest);
  await expect(lab.getByText("its digest is the same")).toBeVisible();
  // Where it leads is said in words, and it can be played.
  const invited = lab.getByRole("dialog", { name: "A shared moment" });
  await expect(invited).toContainText("two-walls");
  await invited.getByRole("button", { name: "Play from the beginning" }).click();
  await until(lab, (piaget, tick) => (piaget.moment?.tick ?? tick) < tick, tick);
});

test("a link to what is not there says so, and the lab begins with its first scenario", async ({ lab }) => {
  await lab.goto("/#scenario=atlantis");
  await expect(lab.locator(".notice")).toContainText("atlantis");
  await lab.goto("/?again#m=broken");
  await expect(lab.locator(".notice")).toContainText("damaged");
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 0);
});
