// The line to a lab with a server: the token opens it, hides and keeps itself; without it nothing is there; and it may be cut.
import { expect, test } from "@playwright/test";
import { open, until } from "./lab";

const TOKEN = "a-token-for-tests";
/** A browser that was never here. */
test.use({ storageState: { cookies: [], origins: [] } });

test("the token leaves the address bar and is known from then on", async ({ page }) => {
  await page.goto(`/?token=${TOKEN}#scenario=square&seed=3`);
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 0 && piaget.scenario === "square");
  expect(page.url()).not.toContain("token");
  expect(await page.evaluate("document.cookie"), "scripts cannot read it").toBe("");
  await page.reload();
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 0);
});

test("nothing is shown without the token", async ({ page }) => {
  for (const address of ["/", "/?token=another-token"]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(401);
    await expect(page.getByRole("heading")).toHaveText("The lab asks for its token");
  }
});

test("a page whose token is no longer good says so", async ({ page, context }) => {
  let hangUp = async (): Promise<void> => {};
  await page.routeWebSocket(/\/session$/, (socket) => {
    socket.connectToServer();
    hangUp = () => socket.close();
  });
  await page.goto(`/?token=${TOKEN}`);
  await until(page, (piaget) => (piaget.moment?.tick ?? 0) > 0);
  // As when the lab was started anew.
  await context.clearCookies();
  await hangUp();
  await expect(page.getByText("The lab asks for its token")).toBeVisible();
});

test("when the lab is gone the page says so, and comes back", async ({ page }) => {
  let [cut, down] = [() => {}, false];
  await page.routeWebSocket(/\/session/, (socket) => {
    if (down) return void socket.close();
    const server = socket.connectToServer();
    cut = () => {
      void socket.close();
      void server.close();
    };
  });
  await open(page, `/?token=${TOKEN}`);
  down = true;
  cut();
  await expect(page.getByRole("alertdialog")).toContainText("line to the lab is cut");
  down = false;
  await page
    .getByRole("button", { name: "Try now" })
    .click({ timeout: 5000 })
    .catch(() => {
      // It came back by itself before the button was pressed.
    });
  await until(page, (piaget) => piaget.line === "open" && (piaget.moment?.tick ?? 0) > 0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});
