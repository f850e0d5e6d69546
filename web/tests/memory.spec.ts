import { expect } from "@playwright/test";
import { ask, open, speed, test, until } from "./lab";

test("the butler's memory and his searching rule are shown, and the rule follows what he misses", async ({
  lab,
}) => {
  await open(lab, "/#scenario=usual-place");
  await lab.getByRole("tab", { name: "Memory" }).click();
  await expect(lab.getByRole("img", { name: /red ball: wardrobe/ })).toBeVisible();
  // Taken away before he comes: wherever he looks, it is not there.
  await lab.keyboard.press("w");
  await lab.getByRole("button", { name: "Take ball away" }).click();
  await lab.getByRole("tab", { name: "Memory" }).click();
  await until(lab, (piaget) => (piaget.moment?.mind?.search?.rule.length ?? 0) > 0);
  await expect(lab.locator("[data-rule]").first()).toHaveAttribute("data-rule", "wardrobe");
  await expect(lab.getByRole("heading", { name: /look for the red ball/ })).toBeVisible();
  const likely = await ask(lab, (piaget) => piaget.moment!.mind!.search!.rule[0]!.likely);
  expect(likely).toBeGreaterThan(0.3);
  await speed(lab, 5);
  await expect(lab.locator("[data-rule]").first()).not.toHaveAttribute("data-rule", "wardrobe");
});
