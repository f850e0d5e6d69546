// What the playground's tests share: giving it files, and the program that its results are compared with.
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";

export const program = process.env.PIAGET ?? "../target/debug/piaget";

/** The last line that the program says, as JSON. */
export function asked<T>(...words: string[]): T {
  const said = execFileSync(program, words, { cwd: "..", encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(said.trim().split("\n").at(-1)!) as T;
}

/** Drops a file on the page. */
export async function drop(page: Page, name: string, content: Buffer | string): Promise<void> {
  const base64 = Buffer.from(content).toString("base64");
  await page.evaluate(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], name!));
      for (const kind of ["dragover", "drop"]) {
        document.body.dispatchEvent(
          new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }),
        );
      }
    },
    [name, base64],
  );
}

/** The address of a moment of a scenario. */
export function moment(choice: object, digest: string): string {
  const text = Buffer.from(JSON.stringify({ choice, digest })).toString("base64url");
  return `/#moment=${text}`;
}

/** The folder in which the playground lies. */
export const HOME = process.env.PIAGET_PAGE_PATH ?? "";

/** A browser that cannot draw the stage: for what is about that, and for what needs no picture, which is drawn by software here. */
export async function withoutPicture(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const before = HTMLCanvasElement.prototype.getContext as (kind: string, ...rest: unknown[]) => unknown;
    function getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]): unknown {
      return kind.startsWith("webgl") ? null : before.call(this, kind, ...rest);
    }
    HTMLCanvasElement.prototype.getContext = getContext as typeof HTMLCanvasElement.prototype.getContext;
  });
}
