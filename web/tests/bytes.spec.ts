// The page's reader of patches against examples that the lab's writer made.
import { expect, test } from "@playwright/test";
import { patched } from "../src/messages/bytes";
import examples from "../src/messages/patches.json" with { type: "json" };

test("patches made by the lab give the same arrays here", () => {
  expect(examples.length).toBeGreaterThan(0);
  for (const { before, patch, after } of examples) {
    expect([...patched(Uint8Array.from(before), Uint8Array.from(patch))]).toEqual(after);
  }
});

test("a damaged patch is noticed", () => {
  expect(() => patched(undefined, Uint8Array.from([5, 0x15, 1]))).toThrow();
});
