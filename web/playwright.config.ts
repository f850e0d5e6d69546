// The page in a real browser, against a real lab. `PIAGET` names the program; it is started here on a port of its own.
import { defineConfig } from "@playwright/test";

const port = Number(process.env.PIAGET_PAGE_PORT ?? 7971);
/** Browsers begin with the cookie that the lab gives for it; `door.spec.ts` begins without. */
const token = "a-token-for-tests";
const cookie = {
  name: `piaget-lab-${port}`,
  value: token,
  domain: "127.0.0.1",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: "Strict" as const,
};
const program = process.env.PIAGET ?? "../target/debug/piaget";

export default defineConfig({
  testDir: "tests",
  // The playground's own: playground.config.ts.
  testIgnore: ["playground/**"],
  // A loaded machine with two cores draws and thinks slowly: tests wait for states, and long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  // A browser that draws by software on a busy machine may miss a moment; what passes only then is listed as flaky.
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    storageState: { cookies: [cookie], origins: [] },
    viewport: { width: 1440, height: 900 },
    // Drawn by software: a quarter of the pixels, the same layout.
    deviceScaleFactor: 0.5,
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  webServer: {
    command: `${program} lab --bind 127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/`,
    env: { PIAGET_LAB_TOKEN: token },
    timeout: 60_000,
    stdout: "ignore",
  },
});
