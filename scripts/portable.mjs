// Plays every scenario as WebAssembly and with the native release program, and compares each digest with the committed one, which
// came from a build with little optimisation.
//   node scripts/portable.mjs MODULE.wasm PROGRAM
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const [module, program] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, room, keep, play } = instance.exports;

/** Bytes in the module's own memory: where, and how many. */
function give(bytes) {
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

const text = new TextEncoder();
function keepAll(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) keepAll(path);
    else keep(...give(text.encode(path)), ...give(readFileSync(path)));
  }
}
["scenarios", "characters", "places", "bodies"].forEach(keepAll);

function asModule(name) {
  const digest = play(...give(text.encode(`scenarios/${name}.kdl`)));
  return BigInt.asUintN(64, digest).toString(16).padStart(16, "0");
}

function natively(name) {
  return JSON.parse(execFileSync(program, ["run", name, "--json"], { stdio: ["ignore", "pipe", "ignore"] })).digest;
}

const golden = readFileSync("crates/sim/tests/it/golden.txt", "utf8");
const lines = golden.split("\n").filter((line) => line && !line.startsWith("#"));
const different = lines.filter((line) => {
  const [name, committed] = line.split(" ");
  const [there, here] = [asModule(name), natively(name)];
  const same = there === committed && here === committed;
  console.log(`${name.padEnd(24)} ${same ? committed : `WebAssembly ${there}, native ${here}, committed ${committed}`}`);
  return !same;
});
const verdict = different.length === 0 ? "each digest is the same" : `${different.length} differ`;
console.log(`portable: ${lines.length} scenarios as WebAssembly, natively and as committed: ${verdict}`);
process.exit(different.length === 0 ? 0 : 1);
