// The lab's session as a WebAssembly module (crates/playground): its plain functions with texts and bytes instead of
// addresses in its memory. Only the worker uses it.
import plain from "@modules/plain.wasm?url";
import simd from "@modules/simd.wasm?url";
import type { ScenarioCard } from "../messages/types";
import type { Mistaken } from "./protocol";

interface Exports {
  memory: WebAssembly.Memory;
  prepare(): void;
  room(bytes: number): number;
  said_at(): number;
  said_bytes(): number;
  keep(name: number, nameBytes: number, file: number, fileBytes: number, own: number): void;
  tell(index: number, bytes: number): void;
  cards(): void;
  missing(scenario: number, bytes: number): void;
  begin(scenario: number, bytes: number): void;
  replay(recording: number, bytes: number): void;
  hear(message: number, bytes: number, most: number): void;
  advance(seconds: number, most: number): void;
  say(): number;
  rate_hz(): number;
  is_still(): number;
  tick(): number;
  check(name: number, nameBytes: number, file: number, fileBytes: number): void;
  words(name: number, nameBytes: number, file: number, fileBytes: number, at: number): void;
}

/** A module of one function that returns a vector: only a browser with these instructions takes it for good. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253],
  ...[98, 11],
);

const letters = new TextEncoder();
const reader = new TextDecoder();

/** What the module said: words of the lab, or a frame. */
export type Said = { words: string } | { frame: ArrayBuffer };

export class Module {
  private constructor(private readonly own: Exports) {
    own.prepare();
  }

  /** Fetches the module that this browser runs best. */
  static async load(): Promise<Module> {
    const url = WebAssembly.validate(VECTORS) ? simd : plain;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`The program of the playground was not found (${answer.status}).`);
    const bytes = await answer.arrayBuffer();
    let instance: WebAssembly.Instance;
    try {
      ({ instance } = await WebAssembly.instantiate(bytes, {}));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The program of the playground came damaged or cut short (${why}).`);
    }
    return new Module(instance.exports as unknown as Exports);
  }

  private give(content: string | Uint8Array): [number, number] {
    const bytes = typeof content === "string" ? letters.encode(content) : content;
    const at = this.own.room(bytes.length);
    // Its memory may have grown, and then an older view of it is void.
    new Uint8Array(this.own.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }

  /** The bytes that were said last. */
  private bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.own.memory.buffer, this.own.said_at(), this.own.said_bytes()).slice();
  }

  /** The words that were said last; after a panic, its sentence. */
  text(): string {
    return reader.decode(this.bytes());
  }

  private json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  private orThrow(): void {
    const wrong = this.text();
    if (wrong) throw new Error(wrong);
  }

  keep(name: string, bytes: Uint8Array, own: boolean): void {
    this.own.keep(...this.give(name), ...this.give(bytes), own ? 1 : 0);
    this.orThrow();
  }

  tell(index: string): void {
    this.own.tell(...this.give(index));
    this.orThrow();
  }

  cards(): ScenarioCard[] {
    this.own.cards();
    return this.json();
  }

  missing(scenario: string): string[] {
    this.own.missing(...this.give(scenario));
    return this.json();
  }

  begin(scenario: string): void {
    this.own.begin(...this.give(scenario));
    this.orThrow();
  }

  replay(recording: Uint8Array): void {
    this.own.replay(...this.give(recording));
    this.orThrow();
  }

  hear(message: string, most: number): void {
    this.own.hear(...this.give(message), most);
  }

  advance(seconds: number, most: number): void {
    this.own.advance(seconds, most);
  }

  say(): Said | null {
    const kind = this.own.say();
    if (kind === 0) return null;
    return kind === 1 ? { words: this.text() } : { frame: this.bytes().buffer };
  }

  get rate(): number {
    return this.own.rate_hz();
  }

  get still(): boolean {
    return this.own.is_still() === 1;
  }

  get tick(): number {
    return this.own.tick();
  }

  check(name: string, text: string): Mistaken[] {
    this.own.check(...this.give(name), ...this.give(text));
    return this.json();
  }

  /** `at` counts letters as JavaScript does. */
  words(name: string, text: string, at: number): string[] {
    const before = letters.encode(text.slice(0, at)).length;
    this.own.words(...this.give(name), ...this.give(text), before);
    return this.json();
  }
}
