// The page in a real browser, against a real lab. `PIAGET` names the program; it is started here on a port of its own.
import { defineConfig } from "@playwright/test";

const port = 7971;
const program = process.env.PIAGET ?? "../target/debug/piaget";

export default defineConfig({
  testDir: "tests",
  // A loaded machine with two cores draws and thinks slowly: tests wait for states, and long.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 2,
  // A browser that draws by software on a busy machine may miss a moment; what passes only then is listed as flaky.
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // Drawn by software: a quarter of the pixels, the same layout.
    deviceScaleFactor: 0.5,
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  webServer: {
    command: `${program} lab --bind 127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/`,
    timeout: 60_000,
    stdout: "ignore",
  },
});
