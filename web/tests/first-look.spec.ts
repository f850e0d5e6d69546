import { expect } from "@playwright/test";
import findings from "./axe";
import { ask, open, test, until } from "./lab";

test("the first scenario loads and moves", async ({ lab }) => {
  const start = Date.now();
  await lab.goto("/");
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 3);
  // A timing is shown; it decides nothing, because others may be using the machine.
  console.log(
    `page: moves ${((Date.now() - start) / 1000).toFixed(1)} s after its address was opened (3 s wanted)`,
  );
  await expect(lab.getByRole("heading", { name: /the mind of/i })).toBeVisible();
});

test("every scenario loads, draws and moves without an error in the console", async ({ lab }) => {
  await open(lab);
  await lab.keyboard.press("n");
  const names = await lab
    .locator(".scenarios button")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["scenario"]!));
  expect(names.length).toBeGreaterThan(5);
  await lab.keyboard.press("Escape");
  await expect(lab.getByRole("dialog")).toHaveCount(0);
  for (const name of names) {
    await lab.keyboard.press("n");
    await lab.locator(`.scenarios button[data-scenario="${name}"]`).click();
    await until(lab, (piaget, name) => piaget.scenario === name && (piaget.moment?.tick ?? 0) > 10, name);
    expect(await ask(lab, (piaget) => piaget.creature), `a mind in ${name}`).not.toBeNull();
  }
});

for (const theme of ["light", "dark"] as const) {
  test(`axe finds no problem, ${theme}`, async ({ lab }) => {
    await lab.emulateMedia({ colorScheme: theme });
    await open(lab);
    await until(lab, (piaget) => piaget.captions.length > 0);
    // Time stands still, so that the page has time for this.
    await lab.locator(".stage").focus();
    await lab.keyboard.press("Space");
    for (const tab of [
      "Story",
      "Choices",
      "Beliefs",
      "Feelings",
      "Memory",
      "Body",
      "Watching",
      "World",
      "Character",
    ]) {
      await lab.getByRole("tab", { name: tab }).click();
      if (tab === "Beliefs") await lab.locator("button.belief").first().click();
      expect(await findings(lab, theme === "dark"), `in ${tab}`).toEqual([]);
    }
    await lab.keyboard.press("n");
    expect(await findings(lab, theme === "dark"), "in the choice of scenarios").toEqual([]);
    await lab.keyboard.press("Escape");
    await lab.keyboard.press("?");
    expect(await findings(lab, theme === "dark"), "in help").toEqual([]);
    await lab.keyboard.press("Escape");
    for (const [key, title] of [
      ["m", "Two minds side by side"],
      ["j", "Three games"],
    ] as const) {
      await lab.keyboard.press(key);
      await expect(lab.getByRole("dialog", { name: title })).toBeVisible();
      expect(await findings(lab, theme === "dark"), `in “${title}”`).toEqual([]);
      if (key !== "j") await lab.keyboard.press("Escape");
    }
    await lab.getByRole("button", { name: /Hide the sheep/ }).click();
    await until(lab, (piaget) => piaget.moment?.game?.phase === "hands");
    expect(await findings(lab, theme === "dark"), "in a game").toEqual([]);
    await lab
      .getByRole("button", { name: /^Why\?/ })
      .first()
      .click();
    await expect(lab.getByRole("dialog", { name: /^Why does/ })).toBeVisible();
    expect(await findings(lab, theme === "dark"), "in why?").toEqual([]);
  });
}

test("nothing spills over the sides, on a phone and on a screen", async ({ lab }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [1920, 1080],
  ] as const) {
    await lab.setViewportSize({ width, height });
    await open(lab);
    await open(lab, "/?long#scenario=max-and-morris-basics");
    const over = await lab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
    const middles = await lab.locator("header > button, header > select").evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    expect(new Set(middles).size, `one row of buttons at ${width}: ${middles.join(" ")}`).toBe(1);
  }
});
