// Puts beside the built playground what it is made of: scenarios, characters, places and bodies as files, their index, and the
// list of files for the service worker.
//   node scripts/playground.mjs FOLDER MODULE.wasm
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, module] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const own = instance.exports;
const letters = new TextEncoder();

/** Bytes in the module's own memory: where, and how many. */
function give(bytes) {
  const at = own.room(bytes.length);
  new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

const said = () => Buffer.from(own.memory.buffer, own.said_at(), own.said_bytes()).toString();

function* filesOf(where) {
  for (const name of readdirSync(where).sort()) {
    const path = join(where, name);
    if (statSync(path).isDirectory()) yield* filesOf(path);
    else yield path;
  }
}

own.prepare();
const files = [];
for (const [kind, ending] of [["scenarios", ".kdl"], ["characters", ".kdl"], ["places", ".kdl"], ["bodies", ".glb"]]) {
  for (const path of filesOf(kind)) {
    if (!path.endsWith(ending)) continue;
    own.keep(...give(letters.encode(path)), ...give(readFileSync(path)), 1);
    mkdirSync(join(folder, path, ".."), { recursive: true });
    cpSync(path, join(folder, path));
    files.push(path);
  }
}
own.index();
const index = { ...JSON.parse(said()), files };
const scenarios = files.filter((path) => path.startsWith("scenarios/")).length;
if (index.scenarios.length !== scenarios) {
  console.error(`playground: ${index.scenarios.length} of ${scenarios} scenarios can be played; piaget check says why`);
  process.exit(1);
}
writeFileSync(join(folder, "scenarios/index.json"), JSON.stringify(index));

// What the service worker keeps, and a version that changes with any of it.
const hash = createHash("sha256");
const all = [...filesOf(folder)].map((path) => relative(folder, path)).filter((path) => path !== "service-worker.js");
for (const path of all) hash.update(path).update(readFileSync(join(folder, path)));
const script = readFileSync("web/src/playground/service-worker.js", "utf8");
const keeps = script.replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16))).replace('["FILES"]', JSON.stringify(all));
writeFileSync(join(folder, "service-worker.js"), keeps);

const gzipped = (paths) => paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0);
const first = index.scenarios[0];
const page = all.filter((path) => path === "index.html" || /^assets\/(index|worker)-.*\.(js|css)$/.test(path));
const wasm = all.filter((path) => /simd-.*\.wasm$/.test(path));
const sizes = { WebAssembly: gzipped(wasm), page: gzipped(page), files: gzipped([...first.files, "scenarios/index.json"]) };
const total = Object.values(sizes).reduce((sum, size) => sum + size);
const kb = (size) => `${(size / 1000).toFixed(0)} kB`;
console.log(
  `playground: ${folder}: ${all.length} files; its first scene takes ${kb(total)} gzipped: ` +
    Object.entries(sizes).map(([what, size]) => `${what} ${kb(size)}`).join(", "),
);
// What a visitor waits for has a limit.
if (sizes.WebAssembly > 1_000_000 || total > 1_600_000) {
  console.error("playground: too large: at most 1,000 kB of WebAssembly and 1,600 kB in all");
  process.exit(1);
}
