// What can go wrong: a sentence and a way on, never a blank page.
import { expect, test as plain } from "@playwright/test";
import { open, test, until } from "../lab";
import { drop, HOME, moment, withoutPicture } from "./given";

plain("a browser without WebAssembly is told so", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
  await page.goto(`${HOME}/`);
  await expect(page.getByRole("alertdialog")).toContainText("no WebAssembly");
  await expect(page.getByRole("button", { name: "Try now" })).toBeVisible();
});

plain("a browser without WebGL plays without a picture", async ({ page }) => {
  await withoutPicture(page);
  await page.goto(`${HOME}/`);
  await expect(page.getByText("does not draw in three dimensions")).toBeVisible();
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 10);
  await page.getByRole("tab", { name: "Beliefs" }).click();
  await expect(page.getByRole("tabpanel")).toContainText(/sheep|shepherd/);
});

plain("a program that is cut short is told, and a whole one is loaded at the next try", async ({ page }) => {
  let cut = true;
  await page.route(/\.wasm$/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    await route.fulfill({ response: answer, body: cut ? body.subarray(0, 100_000) : body });
  });
  await page.goto(`${HOME}/`);
  await expect(page.getByRole("alertdialog")).toContainText("damaged or cut short");
  cut = false;
  await page.getByRole("button", { name: "Try now" }).click();
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 3);
});

plain("a missing program is told", async ({ page }) => {
  await page.route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(`${HOME}/`);
  await expect(page.getByRole("alertdialog")).toContainText("not found (404)");
});

plain("a mind that panics ends the session with a sentence, and the next begins", async ({ page }) => {
  // A real panic of the module: it is asked for more room than there is.
  const breaking = `
    const begin = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
      const made = await begin(...given);
      const own = { ...made.instance.exports };
      let turns = 0;
      const advance = own.advance;
      own.advance = (...given) => {
        turns += 1;
        if (turns > 40) own.room(-1);
        return advance(...given);
      };
      return { module: made.module, instance: { exports: own } };
    };
  `;
  let broken = true;
  await page.route(/assets\/worker-.*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (broken ? breaking : "") + (await answer.text()) });
  });
  await page.goto(`${HOME}/`);
  await expect(page.getByRole("alertdialog")).toContainText("capacity overflow");
  broken = false;
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 60);
});

test("links that are damaged or of another version", async ({ lab }) => {
  await lab.goto("/#moment=abc");
  await expect(lab.getByText("cut short or damaged")).toBeVisible();
  await lab.goto(`/?version${moment({ scenario: "square", until: 30 }, "0123456789abcdef").slice(1)}`);
  await expect(lab.getByText("made by another version")).toBeVisible();
  await lab.goto(
    `/?field${moment({ scenario: "square", until: 30, weather: "rain" }, "0123456789abcdef").slice(1)}`,
  );
  await expect(lab.locator(".notice.bad")).toContainText("weather");
  await lab.goto(`/?name${moment({ scenario: "two-wals", until: 30 }, "0123456789abcdef").slice(1)}`);
  await expect(
    lab.getByText("did you mean “two-walls”").or(lab.getByText('did you mean "two-walls"')),
  ).toBeVisible();
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 3);
});

test("files that are too large or are none of ours are turned down in a sentence", async ({ lab }) => {
  await open(lab);
  await lab.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(100 << 20)], "huge.glb"));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }),
    );
  });
  await expect(lab.getByText("at most 16 MB")).toBeVisible();
  await drop(lab, "picture.png", "no picture");
  await expect(lab.getByText("is no file of the playground")).toBeVisible();
  await drop(lab, "broken.glb", "no model");
  await expect(lab.getByText("“broken.glb” cannot be played")).toBeVisible();
  await drop(lab, "broken.kdl", 'scenario "broken" {');
  await expect(lab.getByText("“broken.kdl” cannot be played")).toBeVisible();
  await drop(lab, "broken-too.kdl", 'character "x"\neyes rnge=4\n');
  await expect(lab.getByText("characters/broken-too.kdl, line 2")).toBeVisible();
  await until(lab, (piaget) => (piaget.moment?.tick ?? 0) > 3);
});
