// Links that hold a moment: scenario, seed, every change made by hand, the digest, and how it was looked at. What stands
// after the address's `#` is compressed and written in letters that need no escaping. `#moment=` links of version 0.1 are
// read too.
import type { Change, Choice, Shared, Timed } from "./messages/types";

const MARK = "#m=";
const OLD_MARK = "#moment=";

/** How a moment was looked at. */
export interface Looked {
  view?: string;
  panel?: string;
  creature?: string;
}

/** What a link holds. */
export interface Linked {
  shared: Shared;
  looked: Looked;
}

/** A change in few letters. Slides, which a hand makes many of, tell only how far each goes beyond the last. */
type Packed = [number, string, number, number, number?, number?] | [number, Change];

const CM = 100;
const toCm = (metres: number) => Math.round(metres * CM);

function packChanges(changes: Timed[]): Packed[] {
  let tick = 0;
  const last = new Map<string, [number, number, number, number]>();
  return changes.map((timed): Packed => {
    const passed = timed.tick - tick;
    tick = timed.tick;
    const { change } = timed;
    const to = change.do === "slide" && change.path.length === 1 ? change.path[0]! : null;
    // Only what comes out the same again is shortened.
    const exact = to?.every((part) => Math.abs(part * CM - toCm(part)) < 1e-6);
    if (change.do !== "slide" || !to || !exact) return [passed, change];
    const [x, y, z] = to.map(toCm) as [number, number, number];
    const before = last.get(change.thing) ?? [0, 0, 0, 0];
    last.set(change.thing, [x, y, z, change.speed]);
    const short: Packed = [passed, change.thing, x - before[0], z - before[2]];
    if (y !== before[1] || change.speed !== before[3]) short.push(y, change.speed);
    return short;
  });
}

function unpackChanges(packed: Packed[]): Timed[] {
  let tick = 0;
  const last = new Map<string, [number, number, number, number]>();
  return packed.map((one): Timed => {
    tick += one[0];
    if (typeof one[1] !== "string") return { tick, change: one[1] };
    const thing = one[1];
    const [, , dx, dz, y, speed] = one as [number, string, number, number, number?, number?];
    const before = last.get(thing) ?? [0, 0, 0, 0];
    const now: [number, number, number, number] = [
      before[0] + dx,
      y ?? before[1],
      before[2] + dz,
      speed ?? before[3],
    ];
    last.set(thing, now);
    const path: [number, number, number][] = [[now[0] / CM, now[1] / CM, now[2] / CM]];
    return { tick, change: { do: "slide", thing, path, speed: now[3] } };
  });
}

/** Everything done by hand, in few letters. */
export async function packedChanges(rounds: Timed[][]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(rounds.map(packChanges)));
  return letters(await through(bytes, new CompressionStream("deflate-raw")));
}

/** What [`packedChanges`] wrote; `null` for something else. */
export async function unpackedChanges(text: string): Promise<Timed[][] | null> {
  try {
    const bytes = await through(bytesOf(text), new DecompressionStream("deflate-raw"));
    return (JSON.parse(new TextDecoder().decode(bytes)) as Packed[][]).map(unpackChanges);
  } catch {
    return null;
  }
}

type Line = [string, number, string[], number, string, Looked, Packed[]];

/** What a link may hold when it is unpacked: one that a stranger made may grow a thousandfold. */
const MOST_BYTES = 1 << 22;

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const read = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  const reader = (read as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error("it holds too much");
    }
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function letters(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
}

/** What stands after an address so that it leads to this moment. */
export async function toAddress(shared: Shared, looked: Looked): Promise<string> {
  const { scenario, seed, set, changes, until } = shared.choice;
  const line: Line = [
    scenario,
    seed ?? 0,
    set ?? [],
    until ?? 0,
    shared.digest,
    looked,
    packChanges(changes ?? []),
  ];
  const bytes = new TextEncoder().encode(JSON.stringify(line));
  return MARK + letters(await through(bytes, new CompressionStream("deflate-raw")));
}

const WRONG = "This link is cut short or damaged, so the lab begins with its first scenario.";

/** A whole number of an address. */
export function wholeNumber(text: string): number | null {
  const number = Number(text);
  return text === "" || !Number.isSafeInteger(number) || number < 0 ? null : number;
}

export const noSeed = (text: string): string =>
  `“${text.slice(0, 30)}” is no seed: a seed is a whole number from 0 to 2^53 - 1.`;

/** What a link holds; `#scenario=name`, `&seed=7` and `&tick=90` are short forms that a person can type. */
export async function fromAddress(hash: string): Promise<Linked | { wrong: string } | null> {
  try {
    if (hash.startsWith(MARK)) {
      const bytes = await through(bytesOf(hash.slice(MARK.length)), new DecompressionStream("deflate-raw"));
      const [scenario, seed, set, until, digest, looked, packed] = JSON.parse(
        new TextDecoder().decode(bytes),
      ) as Line;
      if (typeof scenario !== "string" || typeof digest !== "string") return { wrong: WRONG };
      const choice: Choice = { scenario, seed, set, until, changes: unpackChanges(packed) };
      return { shared: { choice, digest }, looked: looked ?? {} };
    }
    if (hash.startsWith(OLD_MARK)) {
      const text = new TextDecoder().decode(bytesOf(hash.slice(OLD_MARK.length)));
      const shared = JSON.parse(text) as Partial<Shared>;
      if (typeof shared.choice?.scenario !== "string" || typeof shared.digest !== "string")
        return { wrong: WRONG };
      return { shared: shared as Shared, looked: {} };
    }
  } catch {
    return { wrong: WRONG };
  }
  const words = new URLSearchParams(hash.slice(1));
  const scenario = words.get("scenario");
  if (!scenario) return null;
  const choice: Choice = { scenario };
  const seed = words.get("seed");
  if (seed !== null) {
    const number = wholeNumber(seed);
    if (number === null) return { wrong: noSeed(seed) };
    choice.seed = number;
  }
  const tick = words.get("tick");
  if (tick !== null) {
    const number = wholeNumber(tick);
    if (number === null) return { wrong: `“${tick.slice(0, 30)}” is no tick: a tick is a whole number.` };
    choice.until = number;
  }
  return { shared: { choice, digest: "" }, looked: {} };
}

/** What a link leads to, in plain words. */
export function inWords({ choice }: Shared, hz: number): string {
  const count = choice.changes?.length ?? 0;
  const done = count === 0 ? "" : `, with ${count === 1 ? "one thing" : `${count} things`} done by hand`;
  return `${choice.scenario}, ${((choice.until ?? 0) / hz).toFixed(1)} s after its beginning${done}`;
}
