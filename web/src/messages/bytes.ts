// The page's end of crates/lab/src/messages/bytes.rs: frames as bytes, and arrays told by their differences.
// patches.json beside it holds examples made by the other end.

import type { Blob, Frame } from "./types";

/** A frame and the bytes that its blobs point into. */
export interface Message {
  frame: Frame;
  blobs: Uint8Array;
}

/** Reads a frame as it comes over the wire: a length, JSON, and the bytes of its blobs. */
export function unpack(message: ArrayBuffer): Message {
  const length = new DataView(message).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(message, 4, length));
  return { frame: JSON.parse(text) as Frame, blobs: new Uint8Array(message, 4 + length) };
}

/** The bytes that a blob points to. */
export function bytesOf(message: Message, blob: Blob): Uint8Array {
  return message.blobs.subarray(blob.at, blob.at + blob.length);
}

const KEEP = 0;
const TAKE = 1;
const REPEAT = 2;

/**
 * Turns an array into the next. Gives a new array, so that the old one can be kept; `undefined` stands for an array
 * not told of before.
 */
export function patched(before: Uint8Array | undefined, patch: Uint8Array): Uint8Array {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let digit = 0; digit < 5; digit++) {
      const byte = patch[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** (7 * digit);
      if (byte < 0x80) return value;
    }
    throw new Error("a patch is cut short or damaged");
  };
  const length = number();
  const after = new Uint8Array(length);
  if (before?.length === length) after.set(before);
  let index = 0;
  while (at < patch.length) {
    const step = number();
    const count = step >>> 2;
    if (index + count > length) throw new Error("a patch is cut short or damaged");
    switch (step & 3) {
      case KEEP:
        break;
      case TAKE:
        if (at + count > patch.length) throw new Error("a patch is cut short or damaged");
        after.set(patch.subarray(at, at + count), index);
        at += count;
        break;
      case REPEAT:
        after.fill(patch[at++] ?? 0, index, index + count);
        break;
      default:
        throw new Error("a patch is cut short or damaged");
    }
    index += count;
  }
  return after;
}

/** The probability that a byte of a map stands for. */
export function probability(byte: number): number {
  return byte === 0 ? 0 : 2 ** (24 * (byte / 255 - 1));
}
