// Links that hold a moment: scenario, seed, every change made by hand and the digest, after the address's `#`.
import type { Choice, Shared } from "./messages/types";

const MARK = "#moment=";

function pack(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unpack(text: string): string {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
}

export function toAddress(shared: Shared): string {
  return MARK + pack(JSON.stringify(shared));
}

/** A whole number of an address. */
function whole(text: string): number | null {
  const number = Number(text);
  return text === "" || !Number.isSafeInteger(number) || number < 0 ? null : number;
}

/** What a link holds; `#scenario=name`, `&seed=7` and `&tick=90` are short forms that a person can type. */
export function fromAddress(hash: string): Shared | { wrong: string } | null {
  if (hash.startsWith(MARK)) {
    try {
      const shared = JSON.parse(unpack(hash.slice(MARK.length))) as Partial<Shared>;
      if (typeof shared.choice?.scenario === "string" && typeof shared.digest === "string")
        return shared as Shared;
    } catch {
      // Told below.
    }
    return { wrong: "This link is cut short or damaged, so the lab begins with its first scenario." };
  }
  const words = new URLSearchParams(hash.slice(1));
  const scenario = words.get("scenario");
  if (!scenario) return null;
  const choice: Choice = { scenario };
  const seed = words.get("seed");
  if (seed !== null) {
    const number = whole(seed);
    if (number === null)
      return { wrong: `“${seed.slice(0, 30)}” is no seed: a seed is a whole number from 0 to 2^53 - 1.` };
    choice.seed = number;
  }
  const tick = words.get("tick");
  if (tick !== null) {
    const number = whole(tick);
    if (number === null) return { wrong: `“${tick.slice(0, 30)}” is no tick: a tick is a whole number.` };
    choice.until = number;
  }
  return { choice, digest: "" };
}
