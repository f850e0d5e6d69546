import { expect } from "@playwright/test";
import { ask, drag, open, stillCamera, test, until } from "./lab";

test("Morris performs what he is told, Max observes, imitates and identifies", async ({ lab }) => {
  await open(lab, "/#scenario=mice");
  // He stays where he is, so that what he is told to do is the last that Max sees of him.
  const say = async (words: string) => {
    await lab.getByLabel("Say to max").fill(words);
    await lab.getByRole("button", { name: "Say", exact: true }).click();
  };
  await say("stay morris");
  await until(lab, (piaget) => (piaget.moment?.t ?? 0) > 2);
  await say("morris wave");
  await until(lab, (piaget) => piaget.moment?.creatures[1]?.movement?.[0] === "wave");
  await until(lab, (piaget) => piaget.moment?.mind?.watching?.movement === "wave");
  await say("max imitate");
  await until(lab, (piaget) => piaget.moment?.creatures[0]?.movement?.[0] === "wave");
  await until(lab, (piaget) => piaget.moment?.creatures[0]?.doing === "observe");
  await say("max identify");
  await until(lab, (piaget) => /identify|show|shrug/.test(piaget.moment?.creatures[0]?.doing ?? ""));
});

test("a wall is dragged to another place", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await lab.keyboard.press("2");
  await stillCamera(lab);
  const wall = await ask(lab, (piaget) => piaget.moment!.walls.find((wall) => wall.name === "right")!);
  const [x, z] = wall.at;
  await drag(lab, [x, wall.height, z], [x - 1.5, 0, z + 2]);
  await until(
    lab,
    (piaget, [x, z]) => {
      const { at } = piaget.moment!.walls.find((wall) => wall.name === "right")!;
      return x! - at[0] > 0.7 && at[1] - z! > 1;
    },
    [x, z],
  );
});

test("the creature's own eye is drawn in a corner", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  const eye = lab.locator("figure.eye canvas");
  await expect(eye).toBeVisible();
  const colours = () =>
    eye.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(
        Array.from({ length: data.length / 4 }, (_, i) => data.slice(i * 4, i * 4 + 3).join(" ")),
      ).size;
    });
  // Sky, ground, a wall or the sheep.
  await expect.poll(colours).toBeGreaterThan(2);
});

test("every scenario says in two sentences what to try with one's hands", async ({ lab }) => {
  await open(lab);
  await lab.keyboard.press("n");
  const cards = lab.locator(".scenarios button");
  for (const card of await cards.all()) {
    const hint = (await card.locator(".try").innerText()).trim();
    const sentences = hint.split(/(?<=[.!?])\s/).filter((sentence) => sentence.length > 10);
    expect(sentences.length, `${await card.locator("b").innerText()}: ${hint}`).toBeGreaterThanOrEqual(2);
  }
});

test("what is out of range or out of order is refused in a sentence, and all stays as it was", async ({
  lab,
}) => {
  await open(lab, "/#scenario=two-walls");
  await lab.getByRole("tab", { name: "Character" }).click();
  await lab.getByLabel("Find a number").fill("eyes.field-of-view");
  const number = lab.getByLabel("eyes.field-of-view as a number");
  const before = await number.inputValue();
  await number.fill("-5");
  await number.press("Enter");
  await expect(lab.locator(".notice.bad")).toContainText("the old one stays");
  await expect(number).toHaveValue(before);
  // The past cannot be changed.
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 60);
  await lab.locator(".stage").focus();
  await lab.keyboard.press(",");
  await until(lab, (piaget) => piaget.moment?.clock.present !== null);
  await lab.keyboard.press("w");
  await expect(lab.locator('[data-thing="sheep"]')).toBeFocused();
  await lab.keyboard.press("Delete");
  await expect(lab.locator(".notice.bad")).toContainText("the past cannot be changed");
  await open(lab, "/?again#scenario=two-walls&seed=-3");
  await expect(lab.locator(".notice.bad")).toContainText("is no seed");
});
