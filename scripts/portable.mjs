// Plays scenarios as WebAssembly and prints each name with its digest; scripts/portable.py compares them.
//   node scripts/portable.mjs MODULE.wasm SCENARIO ...
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const [module, ...names] = process.argv.slice(2);
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

for (const name of names) console.log(`${name} ${asModule(name)}`);
