// The playground in a real browser, as plain files in a folder of a plain file server: the tests of the lab's page, and its own.
// `PIAGET_PLAYGROUND` is the folder; `PIAGET` the program that its results are compared with.
import { basename, dirname, resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import lab from "./playwright.config";

const port = Number(process.env.PIAGET_PAGE_PORT ?? 7981);
const folder = resolve(process.env.PIAGET_PLAYGROUND ?? "../target/playground");
/** Tests ask for `/`; the playground lies in a folder below. */
process.env.PIAGET_PAGE_PATH = `/${basename(folder)}`;

/** Somebody who was here before, so that panels are there at once. */
const storageState = {
  cookies: [],
  origins: [
    { origin: `http://127.0.0.1:${port}`, localStorage: [{ name: "piaget-been-here", value: "yes" }] },
  ],
};

export default defineConfig({
  ...lab,
  testDir: ".",
  // The lab's token has no place here: there is no server that could ask for it.
  testMatch: ["tests/*.spec.ts", "tests/playground/*.spec.ts"],
  testIgnore: ["tests/door.spec.ts", "tests/guide.spec.ts"],
  reporter: [["list"], ["json", { outputFile: "test-results/playground.json" }]],
  use: { ...lab.use, baseURL: `http://127.0.0.1:${port}`, storageState },
  webServer: {
    command: `python3 -m http.server ${port} --bind 127.0.0.1 --directory ${dirname(folder)}`,
    url: `http://127.0.0.1:${port}/${basename(folder)}/`,
    stdout: "ignore",
    stderr: "ignore",
  },
});
