// The first minute, for somebody who was never here.
import { expect, test } from "@playwright/test";
import { until } from "./lab";

test.use({ storageState: { cookies: [], origins: [] } });

test("the first minute leads a stranger from the call to the game", async ({ page }) => {
  // A minute of the story passes, and a slow machine plays it slower.
  test.setTimeout(240_000);
  const told = { timeout: 150_000 };
  await page.goto("/?token=a-token-for-tests");
  const guide = page.getByRole("region", { name: "The first minute" });
  await expect(guide).toContainText("This is Duncan");
  await expect(page.locator("aside.side")).toHaveCount(0);
  await expect(guide).toContainText("He is called", told);
  await expect(guide).toContainText("somebody hides his sheep", told);
  await expect(guide).toContainText("where he thinks it may be", told);
  await expect(guide).toContainText("your turn", told);
  // With the keyboard alone into the game.
  await page.getByRole("button", { name: "Hide the sheep" }).focus();
  await page.keyboard.press("Enter");
  await until(page, (piaget) => piaget.scenario === "hide" && piaget.moment?.game !== null);
  await expect(page.locator("aside.side")).toHaveCount(1);
});
