// The story in words: captions, bubbles, the thought line, the headline, marks on the time bar, the camera.
import { expect } from "@playwright/test";
import { ask, open, speed, test, until } from "./lab";

test("calls and hidings are told in words, and every mark leads to its moment", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await expect(lab.locator(".tag .says", { hasText: "approach shepherd" })).toBeVisible();
  await expect(lab.getByRole("log")).toContainText("The shepherd says “approach shepherd”.");
  await until(lab, (piaget) => piaget.captions.some((caption) => caption.sort === "moved"));
  const text = await ask(lab, (piaget) => piaget.captions.find((caption) => caption.sort === "moved")!.text);
  expect(text).toMatch(/sheep is moved behind the (left|right) wall/);
  await speed(lab, 5);
  await until(lab, (piaget) => piaget.captions.some((caption) => caption.text.includes("again, after")));
  // The headline says why it began.
  const doing = await lab.locator(".doing").innerText();
  expect(doing).not.toContain("no reason to change");
  expect(doing).toMatch(/for \d+\.\d s|does nothing/);
  // A mark is a button with the sentence for a name; arrow keys go from one to the next.
  const mark = lab.locator(".scrub .marks button.moved").first();
  await expect(mark).toHaveAttribute("aria-label", new RegExp(text.slice(0, 30)));
  await mark.focus();
  await lab.keyboard.press("Enter");
  const tick = await ask(lab, (piaget) => piaget.captions.find((caption) => caption.sort === "moved")!.tick);
  await until(lab, (piaget, tick) => piaget.moment?.tick === tick, tick);
  await expect(lab.getByRole("log")).toContainText("sheep is moved");
  await mark.focus();
  await lab.keyboard.press("ArrowRight");
  await expect(mark).not.toBeFocused();
  // All of it is in a panel, too.
  await lab.getByRole("tab", { name: "Story" }).click();
  await expect(lab.locator(".told .line", { hasText: "approach shepherd" }).first()).toBeVisible();
});

test("the camera follows whom it shows, until a hand takes it", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await lab.waitForTimeout(1500);
  const tall = () => ask(lab, (piaget) => piaget.chosen()!.height);
  expect(await tall()).toBeGreaterThanOrEqual(60);
  const follow = lab.getByRole("button", { name: "Follow" });
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await lab.locator(".stage").focus();
  await lab.keyboard.press("ArrowLeft");
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await lab.keyboard.press("1");
  await expect(follow).toHaveAttribute("aria-pressed", "true");
});

test("why? tells what it sees, believes and weighs, as the program does", async ({ lab }) => {
  await open(lab, "/#scenario=two-walls");
  await until(lab, (piaget) => (piaget.moment?.t ?? 0) > 4);
  await lab.keyboard.press(" ");
  await lab
    .locator(".doing")
    .getByRole("button", { name: /^Why\?/ })
    .click();
  const sheet = lab.getByRole("dialog", { name: /Why does duncan do that/ });
  await expect(sheet).toContainText(/At \d+\.\d s duncan does "approach-shepherd"/);
  for (const title of ["Sees", "Believes", "Feels", "Actions", "Plan", "Changed since a second ago"])
    await expect(sheet.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await expect(sheet.locator("li.lit").first()).toBeVisible();
  await lab.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  // Of one belief, only what is about it.
  await lab.getByRole("tab", { name: "Beliefs" }).click();
  await lab.locator("button.belief", { hasText: "sheep" }).first().click();
  await lab
    .getByRole("region", { name: "About the sheep" })
    .getByRole("button", { name: /^Why\?/ })
    .click();
  const believes = sheet.getByRole("region", { name: "Believes" }).getByRole("listitem");
  await expect(believes).toHaveCount(1);
  await expect(believes).toContainText("sheep");
});
