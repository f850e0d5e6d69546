// The main views at two sizes, by day and by night, in test-results/views: to be looked at.
import { open, speed, test, until } from "../tests/lab";

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;
const SCENES = [
  ["two-walls", 8, ["Choices", "Beliefs", "Feelings", "World", "Character"]],
  ["max-and-morris", 8, ["Watching", "Body", "Choices"]],
  ["usual-place", 6, ["Memory"]],
  ["forager", 12, ["Feelings", "Choices"]],
] as const;

for (const [width, height] of SIZES) {
  for (const [scenario, seconds, tabs] of SCENES) {
    test(`${scenario} at ${width} x ${height}`, async ({ lab }) => {
      await lab.setViewportSize({ width, height });
      await open(lab, `/#scenario=${scenario}`);
      await speed(lab, 2);
      await until(lab, (piaget, seconds) => (piaget.moment?.t ?? 0) > seconds, seconds);
      await lab.locator(".stage").focus();
      await lab.keyboard.press("Space");
      const name = `test-results/views/${scenario.replaceAll("/", "-")}-${width}`;
      for (const tab of tabs) {
        await lab.getByRole("tab", { name: tab }).click();
        if (tab === "Beliefs") await lab.locator("button.belief").first().click();
        await lab.evaluate(() => window.scrollTo(0, 0));
        await lab.waitForTimeout(1500);
        if (tab === tabs[0]) await lab.screenshot({ path: `${name}.png` });
        // On a phone the panels stand below.
        await lab.locator("aside.side").scrollIntoViewIfNeeded();
        if (width < 800) await lab.evaluate(() => document.querySelector("aside.side")?.scrollIntoView());
        await lab.screenshot({ path: `${name}-${tab.toLowerCase()}.png` });
      }
    });
  }
  test(`scenarios, help and night at ${width} x ${height}`, async ({ lab }) => {
    await lab.setViewportSize({ width, height });
    await lab.emulateMedia({ colorScheme: "dark" });
    await open(lab);
    await until(lab, (piaget) => (piaget.moment?.t ?? 0) > 4);
    await lab.screenshot({ path: `test-results/views/night-${width}.png` });
    await lab.keyboard.press("n");
    await lab.waitForTimeout(500);
    await lab.screenshot({ path: `test-results/views/scenarios-${width}.png` });
    await lab.keyboard.press("Escape");
    await lab.keyboard.press("?");
    await lab.waitForTimeout(500);
    await lab.screenshot({ path: `test-results/views/help-${width}.png` });
  });
}
