// Runs Lighthouse on a folder and fails where a score is below 95.
//   node scripts/lighthouse/look.mjs FOLDER TOOLS
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serve } from "./serve.mjs";

const LEAST = 95;
const [folder, tools] = process.argv.slice(2);
const { address, end } = await serve(folder);
const report = join(tools, "report.json");
rmSync(report, { force: true });

const done = await new Promise((ended) => {
  const run = spawn(
    process.execPath,
    [
      join(tools, "node_modules/lighthouse/cli/index.js"),
      address,
      "--quiet",
      "--preset=desktop",
      "--only-categories=performance,accessibility,best-practices",
      "--output=json",
      `--output-path=${report}`,
      "--chrome-flags=--headless=new --no-sandbox --enable-unsafe-swiftshader",
    ],
    { stdio: "inherit", env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" } },
  );
  run.on("exit", ended);
});
end();
if (done !== 0) process.exit(done ?? 1);
const { categories, audits } = JSON.parse(readFileSync(report, "utf8"));
let low = false;
for (const { title, score, auditRefs } of Object.values(categories)) {
  const points = Math.round(score * 100);
  console.log(`lighthouse: ${title} ${points}`);
  if (points >= LEAST) continue;
  low = true;
  for (const { id, weight } of auditRefs) {
    const audit = audits[id];
    if (weight > 0 && audit.score !== null && audit.score < 0.9) {
      console.log(`  ${id}: ${audit.title} (${audit.displayValue ?? audit.score})`);
    }
  }
}
if (low) console.error(`lighthouse: at least ${LEAST} each are wanted`);
process.exit(low ? 1 : 0);
