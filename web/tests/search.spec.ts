import { expect } from "@playwright/test";
import type { Piaget } from "../src/window";
import { ask, drag, open, speed, stillCamera, test, until } from "./lab";

const sheep = (piaget: Piaget) =>
  [...piaget.moment!.things.values()].find((thing) => thing.kind === "sheep")!;

test("a sheep hidden by hand is looked for and found, and looking empties the map", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await lab.keyboard.press("2");
  const seen = (piaget: Piaget) =>
    [...(piaget.moment?.mind?.beliefs.values() ?? [])].some((belief) => belief.kind === "sheep");
  await until(lab, seen);
  await stillCamera(lab);
  // Behind the wall, as the dog stands.
  const from = (await ask(lab, sheep)).at;
  const wall = await ask(lab, (piaget) => piaget.moment!.walls.find((wall) => wall.name === "right")!.at);
  const to: [number, number, number] = [wall[0] + 0.4, 0.4, wall[1] + 2];
  await drag(lab, [from[0], from[1] + 0.4, from[2]], to);
  await until(
    lab,
    (piaget, [x, z]) => {
      const { at } = [...piaget.moment!.things.values()].find((thing) => thing.kind === "sheep")!;
      return Math.hypot(at[0] - x!, at[2] - z!) < 1;
    },
    [to[0], to[2]],
  );
  await lab.getByRole("button", { name: "approach sheep", exact: true }).click();
  // While he looks, no cell that he sees keeps any of the map's mass: what the page draws is what he believes.
  await until(lab, (piaget) => {
    const mind = piaget.moment?.mind;
    const belief = [...(mind?.beliefs.values() ?? [])].find((belief) => belief.kind === "sheep");
    if (!mind?.visible || !belief || belief.seen_as !== null || !mind.maps.has(belief.belief)) return false;
    const nodes = piaget.map(belief.belief);
    const looked = nodes.filter((_, i) => mind.visible![i]);
    const mass = (some: typeof nodes) => some.reduce((sum, node) => sum + node.mass, 0);
    return looked.length > 20 && mass(nodes) > 0.5 && mass(looked) < 0.02 * mass(nodes);
  });
  await speed(lab, 5);
  await until(lab, (piaget) => {
    const moment = piaget.moment!;
    const { at } = [...moment.things.values()].find((thing) => thing.kind === "sheep")!;
    const dog = moment.creatures[0]!.at;
    return Math.hypot(at[0] - dog[0], at[2] - dog[2]) < 2;
  });
});

test("looking in the wrong place raises confusion", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  // The scenario itself hides the sheep; taken away altogether, it is nowhere he looks.
  await until(lab, (piaget) => (piaget.moment?.t ?? 0) > 1);
  await lab.keyboard.press("w");
  await speed(lab, 5);
  await until(lab, (piaget) => {
    const belief = [...(piaget.moment?.mind?.beliefs.values() ?? [])].find(
      (belief) => belief.kind === "sheep",
    );
    return belief !== undefined && belief.seen_as === null && belief.unseen_s > 0.5;
  });
  await lab.getByRole("button", { name: "Take sheep away" }).click();
  await lab.getByRole("button", { name: "approach sheep", exact: true }).click();
  await until(lab, (piaget) =>
    (piaget.trace("confusion")?.values ?? []).some((value) => (value ?? 0) > 0.05),
  );
  const calm = await ask(lab, (piaget) => piaget.trace("confusion")!.values[0] ?? 0);
  expect(calm).toBeLessThan(0.05);
});

test("a transport in view shows a violation mark", async ({ lab }) => {
  // A moment at which the sheep walks in view: time stands still there.
  await open(lab, "/#scenario=passing&tick=75");
  await until(lab, (piaget) => piaget.moment?.tick === 75 && piaget.moment.clock.paused);
  await lab.keyboard.press("2");
  const inView = (piaget: Piaget) =>
    [...(piaget.moment?.mind?.beliefs.values() ?? [])].some(
      (belief) => belief.kind === "sheep" && belief.seen_as !== null,
    );
  expect(await ask(lab, inView)).toBe(true);
  const marks = await ask(lab, (piaget) => piaget.violations.length);
  const { at } = await ask(lab, sheep);
  await stillCamera(lab);
  await drag(lab, [at[0], at[1] + 0.4, at[2]], [at[0] * 0.5, 0, 2.5], true);
  await lab.keyboard.press("Space");
  await until(lab, (piaget, marks) => piaget.violations.length > marks, marks);
  await expect(lab.locator(".scrub .marks button.startled").first()).toBeAttached();
});
