// Files that a person gave or wrote: every session of the page is given them, and their texts outlive a reload, until the tab is closed.

const KEPT_AS = "piaget-own-texts";
/** The most letters that are kept for a reload. */
const MOST = 1 << 20;

/** By the names that others name them by. */
export const kept = restored();
/** Those that were here before the page was loaded again. */
export const fromBefore: readonly string[] = [...kept.keys()];

function restored(): Map<string, Uint8Array<ArrayBuffer>> {
  try {
    const texts = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}") as Record<string, string>;
    const letters = new TextEncoder();
    return new Map(Object.entries(texts).map(([name, text]) => [name, letters.encode(text)]));
  } catch {
    return new Map();
  }
}

/** Keeps a file under its name. */
export function keepFile(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  kept.set(name, bytes);
  const reader = new TextDecoder();
  const texts = [...kept].filter(([name]) => name.endsWith(".kdl"));
  const text = JSON.stringify(Object.fromEntries(texts.map(([name, bytes]) => [name, reader.decode(bytes)])));
  try {
    if (text.length <= MOST) sessionStorage.setItem(KEPT_AS, text);
  } catch {
    // A reload then begins without them.
  }
}

/** What ended a session is not given to the next visit of the page. */
export function forgetForReload(): void {
  try {
    sessionStorage.removeItem(KEPT_AS);
  } catch {
    // Nothing was kept.
  }
}
