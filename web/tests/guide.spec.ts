// The first minute, for somebody who was never here.
import { expect } from "@playwright/test";
import { speed, test, until } from "./lab";

test.use({ storageState: { cookies: [], origins: [] } });

test("the first minute leads a stranger from the call to the game", async ({ lab }) => {
  await lab.goto("/?token=a-token-for-tests");
  const guide = lab.getByRole("region", { name: "The first minute" });
  await expect(guide).toContainText("This is Duncan");
  await expect(lab.locator("aside.side")).toHaveCount(0);
  // A minute passes sooner, and every sentence of the guide is noted.
  await guide.evaluate((guide) => {
    const said: string[] = [];
    Object.assign(window, { said });
    const note = () => {
      const text = guide.querySelector("strong")?.textContent ?? "";
      if (said.at(-1) !== text) said.push(text);
    };
    note();
    new MutationObserver(note).observe(guide, { childList: true, subtree: true, characterData: true });
  });
  await speed(lab, 2);
  await expect(guide).toContainText("your turn");
  expect(await lab.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    expect.stringContaining("This is Duncan"),
    expect.stringContaining("He is called"),
    expect.stringContaining("somebody hides his sheep"),
    expect.stringContaining("where he thinks it may be"),
    expect.stringContaining("your turn"),
  ]);
  // With the keyboard alone into the game.
  await lab.getByRole("button", { name: "Hide the sheep" }).focus();
  await lab.keyboard.press("Enter");
  await until(lab, (piaget) => piaget.scenario === "hide" && piaget.moment?.game !== null);
  await expect(lab.locator("aside.side")).toHaveCount(1);
});
