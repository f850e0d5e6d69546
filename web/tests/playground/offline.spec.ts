// After the first visit the playground needs no network.
import { expect } from "@playwright/test";
import { open, test, until } from "../lab";

test(
  "the page comes back without a network, with every scenario",
  { tag: "@short" },
  async ({ lab, context }) => {
    await open(lab);
    const kept = () =>
      lab.evaluate(async () => {
        const ready = await navigator.serviceWorker.getRegistration();
        return ready?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
      });
    await expect.poll(kept, { timeout: 60_000 }).toBe(true);
    await context.setOffline(true);
    await lab.reload();
    await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 3);
    await lab.keyboard.press("n");
    await lab
      .locator(".scenarios button", { has: lab.locator('b:text-is("max-and-morris-basics")') })
      .click();
    await until(
      lab,
      (piaget) => piaget.scenario === "max-and-morris-basics" && (piaget.moment?.tick ?? 0) > 3,
    );
    await context.setOffline(false);
  },
);

test("nothing is fetched from elsewhere", async ({ lab, baseURL }) => {
  const strange: string[] = [];
  lab.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/playground/`) && !/^(blob|data):/.test(url)) strange.push(url);
  });
  await open(lab);
  await lab.getByRole("button", { name: "Write" }).click();
  await expect(lab.locator(".cm-content")).toBeVisible();
  expect(strange).toEqual([]);
});
