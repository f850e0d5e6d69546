// One line per file: its name and how many errors the Khronos validator finds.
const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

(async () => {
  for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 20 });
    const { numErrors, numWarnings, messages } = report.issues;
    for (const message of messages.filter((message) => message.severity === 0)) {
      console.error(message.pointer, message.message);
    }
    console.log(`${path.basename(file)}: ${numWarnings} warnings, ${numErrors} errors`);
  }
})();
