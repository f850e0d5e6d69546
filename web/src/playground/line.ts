// The line to a lab within the page: the same face as a WebSocket's, and questions that only this one can be asked.
import { unpack } from "../messages/bytes";
import type { FromLab, ToLab } from "../messages/types";
import type { Hearer, Line } from "../link";
import { forgetForReload, keepFile, kept } from "./kept";
import type { Answers, FromWorker, Question, ToWorker } from "./protocol";

const NO_WEBASSEMBLY =
  "This browser has no WebAssembly, or it is switched off, and the playground runs on it. Open this page in a current " +
  "browser, or run the lab on your own machine with `piaget lab`.";

interface Waiting {
  done(value: unknown): void;
  failed(error: Error): void;
}

export class WorkerLine implements Line {
  private worker: Worker | null = null;
  private tries = 0;
  private isOpen = false;
  private asked = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly hearer: Hearer,
    private readonly wanted: string | null,
  ) {
    this.open();
  }

  open(): void {
    this.end();
    this.hearer.state({ is: "opening", again: this.tries > 0 });
    this.tries += 1;
    if (typeof WebAssembly !== "object") return this.cut(NO_WEBASSEMBLY);
    let worker: Worker;
    try {
      worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "lab" });
    } catch (error) {
      return this.cut(`This browser does not run the playground's worker: ${String(error)}`);
    }
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (this.worker === worker) this.heard(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker)
        this.cut(`The playground could not be loaded: ${event.message || "a file is missing"}`);
    };
    this.post({ to: "begin", base: document.baseURI, scenario: this.wanted });
    // What a person gave; a worker that begins anew is given it again.
    for (const [name, bytes] of kept) void this.put({ ask: "keep", name, bytes }).catch(() => {});
  }

  say(message: ToLab): boolean {
    if (!this.isOpen) return false;
    this.post({ to: "session", text: JSON.stringify(message) });
    return true;
  }

  close(): void {
    this.end();
  }

  /** Asks what only a lab within the page can answer. */
  ask<Q extends Question>(question: Q): Promise<Answers[Q["ask"]]> {
    if (question.ask === "keep") keepFile(question.name, question.bytes);
    return this.put(question);
  }

  private put<Q extends Question>(question: Q): Promise<Answers[Q["ask"]]> {
    if (!this.worker) return Promise.reject(new Error("The playground stands still; begin it anew first."));
    const id = (this.asked += 1);
    return new Promise((done, failed) => {
      this.waiting.set(id, { done: done as Waiting["done"], failed });
      this.post({ to: "question", id, question });
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private heard(message: FromWorker): void {
    switch (message.from) {
      case "open":
        this.isOpen = true;
        return this.hearer.state({ is: "open" });
      case "said":
        return this.hearer.said(JSON.parse(message.text) as FromLab);
      case "frame": {
        this.post({ to: "taken" });
        const { frame, blobs } = unpack(message.bytes);
        return this.hearer.frame(frame, blobs);
      }
      case "answer":
      case "refused": {
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.from === "answer") waiting?.done(message.value);
        else waiting?.failed(new Error(message.why));
        return;
      }
      case "broken":
        forgetForReload();
        return this.cut(message.why);
    }
  }

  private cut(why: string): void {
    this.end();
    this.hearer.state({ is: "cut", why, nextTryAt: null });
  }

  private end(): void {
    this.isOpen = false;
    this.worker?.terminate();
    this.worker = null;
    for (const { failed } of this.waiting.values()) failed(new Error("The playground was begun anew."));
    this.waiting.clear();
  }
}
