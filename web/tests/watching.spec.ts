import { expect } from "@playwright/test";
import { ask, open, speed, test, until } from "./lab";

test("Morris waves, Max imitates him, and the panel names it", async ({ lab }) => {
  await open(lab, "/#scenario=max-and-morris");
  expect(await ask(lab, (piaget) => piaget.creature)).toBe("max");
  await lab.getByRole("tab", { name: "Watching" }).click();
  // The scenario lets Morris wave, and later asks Max to imitate him.
  await speed(lab, 2);
  await until(lab, (piaget) => piaget.moment?.mind?.watching?.movement === "wave");
  await expect(lab.locator('[data-watching="movement"]')).toContainText("wave");
  await until(lab, (piaget) =>
    piaget.captions.some((caption) => caption.creature === "max" && /imitates .*: wave/.test(caption.text)),
  );
});
