import type { Page } from "@playwright/test";
import { open, scrubTo, speed, test, until } from "../tests/lab";

/** Where the book's pictures stand, seen from the folder of the page. */
const BOOK = "../docs/pictures";

/** Plays a scenario up to a tick and shows that moment, sharp. */
async function at(page: Page, scenario: string, tick: number): Promise<void> {
  await open(page, `/?quality=full#scenario=${scenario}`);
  await speed(page, 5);
  await until(page, (piaget, tick) => (piaget.moment?.tick ?? 0) > tick + 10, tick);
  await page.locator(".stage").focus();
  await page.keyboard.press("Space");
  await until(page, (piaget) => piaget.moment?.clock.paused === true);
  await scrubTo(page, tick);
}

/** Gives a picture time to be drawn as sharp as it can be. */
const settled = (page: Page) => page.waitForTimeout(6000);

async function stage(page: Page, name: string): Promise<void> {
  await page.addStyleTag({
    content: ".card, .views .segmented, .orders, figure.face { visibility: hidden }",
  });
  await settled(page);
  await page.locator(".scene").screenshot({ path: `${BOOK}/${name}.png` });
}

async function panel(page: Page, tab: string, name: string): Promise<void> {
  await page.getByRole("tab", { name: tab }).click();
  await page.waitForTimeout(800);
  await page.locator("aside.side").screenshot({ path: `${BOOK}/${name}.png` });
}

test("the lab", async ({ lab }) => {
  await at(lab, "two-walls", 292);
  await settled(lab);
  await lab.screenshot({ path: `${BOOK}/lab.png` });
  await panel(lab, "Choices", "choices");
  await panel(lab, "Feelings", "feelings");
});

test("the map before and after a look", async ({ lab }) => {
  await lab.setViewportSize({ width: 1100, height: 820 });
  await at(lab, "two-walls", 225);
  await lab.keyboard.press("2");
  await stage(lab, "map-before");
  await scrubTo(lab, 300);
  await stage(lab, "map-after");
});

test("what is kept where", async ({ lab }) => {
  await at(lab, "usual-place", 150);
  await panel(lab, "Memory", "memory");
});

test("what another does", async ({ lab }) => {
  await at(lab, "max-and-morris", 190);
  await panel(lab, "Watching", "watching");
});
