// Draws the book's pictures with the lab itself, and the main views at two sizes for somebody to look at:
// `scripts/page.sh pictures`. The moments are ticks of a scenario, so that they are the same each time.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testDir: "pictures",
  testMatch: "*.ts",
  retries: 0,
  reporter: "list",
  timeout: 300_000,
});
