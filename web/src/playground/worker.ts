// The lab in a worker of the page: it has the clock and the files, the module has the minds. Nothing that they do holds up
// what the page draws.
import { Files } from "./files";
import { Module } from "./module";
import type { FromWorker, Question, ToWorker } from "./protocol";
import type { FromLab, ToLab } from "../messages/types";

/** How often time goes on: at most as often as a page draws, and often enough for one who pauses. */
const MOST_HZ = 60;
const LEAST_HZ = 5;
/** How long the module may work before messages are looked at. */
const TURN_MS = 25;
/** Frames on their way that the page has not taken. */
const MOST_FRAMES = 2;
const MOST_AT_ONCE = 4000;

const post = (message: FromWorker, move: Transferable[] = []): void =>
  postMessage(message, { transfer: move });

class Lab {
  /** Ticks and changes that are played at once; it follows what a turn has time for. */
  private most = 8;
  private last = performance.now();
  private due = this.last;
  private timer = 0;
  private frames = 0;

  constructor(
    private readonly module: Module,
    private readonly files: Files,
  ) {}

  /** Lets time pass and tells what is new; never returns an error, because a panic is the end. */
  turn(): void {
    const now = performance.now();
    guarded(this.module, () => {
      this.module.advance((now - this.last) / 1000, this.most);
      this.tell();
    });
    const took = performance.now() - now;
    if (took > TURN_MS) this.most = Math.max(1, Math.floor(this.most / 2));
    else if (took < TURN_MS / 2) this.most = Math.min(MOST_AT_ONCE, this.most + Math.ceil(this.most / 4));
    const period = 1000 / Math.min(MOST_HZ, Math.max(LEAST_HZ, this.module.rate));
    // One that is late goes on from there.
    [this.last, this.due] = [now, now > this.due + period ? now + period : this.due + period];
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.turn(),
      Math.max(0, this.due - performance.now()),
    ) as unknown as number;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    while (this.frames < MOST_FRAMES) {
      const said = this.module.say();
      if (!said) return;
      if ("words" in said) post({ from: "said", text: said.words });
      else {
        this.frames += 1;
        post({ from: "frame", bytes: said.frame }, [said.frame]);
      }
    }
  }

  taken(): void {
    this.frames = Math.max(0, this.frames - 1);
  }

  async hear(text: string): Promise<void> {
    const message = JSON.parse(text) as ToLab;
    if (message.type === "choose") {
      try {
        await this.files.fetchFor(message.scenario);
      } catch (error) {
        const why = `The files of “${message.scenario}” could not be fetched: ${sentence(error)}`;
        const refused: FromLab = { type: "refused", what: "choose", why, mistakes: [] };
        return post({ from: "said", text: JSON.stringify(refused) });
      }
    }
    guarded(this.module, () => {
      this.module.hear(text, this.most);
      this.tell();
    });
  }

  async answer(question: Question): Promise<unknown> {
    switch (question.ask) {
      case "keep":
        this.files.keep(question.name, question.bytes);
        if (question.name.startsWith("scenarios/")) await this.files.fetchFor(nameOf(question.name));
        return this.module.cards();
      case "replay":
        this.module.replay(question.bytes);
        return null;
      case "text":
        return this.files.text(question.name);
      case "check":
        return this.module.check(question.name, question.text);
      case "words":
        return this.module.words(question.name, question.text, question.at);
    }
  }
}

const nameOf = (file: string): string => file.replace(/^scenarios\//, "").replace(/\.kdl$/, "");
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

let lab: Lab | null = null;

/** Calls the module; where that ends it, says why and stops. */
function guarded(module: Module, work: () => void): void {
  try {
    work();
  } catch (error) {
    lab?.stop();
    lab = null;
    const said = error instanceof WebAssembly.RuntimeError ? module.text() : "";
    post({ from: "broken", why: `The session broke: ${said.trim() || sentence(error)}` });
  }
}

async function begin(base: string, wanted: string | null): Promise<void> {
  const loading = Module.load();
  const files = await Files.open(loading, base);
  const module = await loading;
  const first = files.first(wanted);
  await files.fetchFor(first);
  module.begin(first);
  lab = new Lab(module, files);
  post({ from: "open" });
  lab.turn();
}

async function take(message: ToWorker): Promise<void> {
  switch (message.to) {
    case "begin":
      try {
        await begin(message.base, message.scenario);
      } catch (error) {
        post({ from: "broken", why: sentence(error) });
      }
      break;
    case "session":
      await lab?.hear(message.text);
      break;
    case "taken":
      break;
    case "question":
      try {
        if (!lab) throw new Error("The playground is not open.");
        post({ from: "answer", id: message.id, value: await lab.answer(message.question) });
      } catch (error) {
        post({ from: "refused", id: message.id, why: sentence(error) });
      }
  }
}

// One after the other: what is said after a choice waits until the files of that choice are here.
let queue: Promise<void> = Promise.resolve();
addEventListener("message", (event: MessageEvent<ToWorker>) => {
  if (event.data.to === "taken") return lab?.taken();
  queue = queue.then(() => take(event.data));
});
