// Where the lab is in the playground: in the page itself. Takes the place of `../carrier.ts` (vite.config.ts).
import type { Hearer, Line } from "../link";
import { WorkerLine } from "./line";
import type { Answers, Question } from "./protocol";

export { Extras, HeadExtras } from "./extras";

/** What the page says where the session has ended. */
export const CUT = "The playground stands still";

let line: WorkerLine | null = null;

/** Opens the line to a worker that begins with the wanted scenario. */
export function connect(hearer: Hearer, wanted: string | null): Line {
  line = new WorkerLine(hearer, wanted);
  return line;
}

/** Asks the lab within the page. */
export function ask<Q extends Question>(question: Q): Promise<Answers[Q["ask"]]> {
  return line ? line.ask(question) : Promise.reject(new Error("The playground is not open."));
}
