// The files that scenarios are made of: fetched from beside the page when a scenario needs them, or given by a person. What
// the index does not list is never asked for.
import type { ScenarioCard } from "../messages/types";
import type { Module } from "./module";

interface Index {
  scenarios: { card: ScenarioCard; files: string[] }[];
  /** Every file that lies beside the page. */
  files: string[];
}

/** Files name files, which name files. */
const ROUNDS = 6;

export class Files {
  private readonly listed: Set<string>;
  private readonly here = new Map<string, Promise<void>>();
  private readonly texts = new Map<string, string>();
  private readonly own = new Set<string>();

  private constructor(
    private readonly module: Module,
    private readonly base: string,
    private readonly index: Index,
  ) {
    this.listed = new Set(index.files);
  }

  /** Reads the index, which is fetched while the module is. */
  static async open(module: Promise<Module>, base: string): Promise<Files> {
    const answer = fetch(new URL("scenarios/index.json", base));
    const [own, text] = await Promise.all([module, answer.then((answer) => whole(answer).text())]);
    own.tell(text);
    return new Files(own, base, JSON.parse(text) as Index);
  }

  /** The scenario to begin with: the wanted one where there is one of that name. */
  first(wanted: string | null): string {
    const known = this.index.scenarios.find(({ card }) => card.name === wanted) ?? this.index.scenarios[0];
    if (!known) throw new Error("There is no scenario beside this page.");
    return known.card.name;
  }

  /** Makes sure that all files of a scenario are here, as far as they lie beside the page. */
  async fetchFor(scenario: string): Promise<void> {
    const known = this.index.scenarios.find(({ card }) => card.name === scenario);
    if (known) await Promise.all(known.files.map((name) => this.fetch(name)));
    const own = `scenarios/${scenario}.kdl`;
    const changed = this.own.size > 0 && (this.own.has(own) || known);
    for (let round = 0; changed && round < ROUNDS; round += 1) {
      const wanted = this.module
        .missing(scenario)
        .filter((name) => this.listed.has(name) && !this.here.has(name));
      if (wanted.length === 0) return;
      await Promise.all(wanted.map((name) => this.fetch(name)));
    }
  }

  private fetch(name: string): Promise<void> {
    let coming = this.here.get(name);
    if (!coming && !this.own.has(name)) {
      coming = this.take(name);
      this.here.set(name, coming);
      // What failed may be asked for again.
      coming.catch(() => this.here.delete(name));
    }
    return coming ?? Promise.resolve();
  }

  private async take(name: string): Promise<void> {
    const answer = whole(await fetch(new URL(name, this.base)));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    // It may have been written anew meanwhile.
    if (!this.own.has(name)) this.put(name, bytes, false);
  }

  private put(name: string, bytes: Uint8Array, own: boolean): void {
    this.module.keep(name, bytes, own);
    if (name.endsWith(".kdl")) this.texts.set(name, new TextDecoder().decode(bytes));
  }

  /** Keeps a file that a person wrote or dropped. */
  keep(name: string, bytes: Uint8Array): void {
    this.own.add(name);
    this.put(name, bytes, true);
  }

  /** A text, fetched where it is not here. */
  async text(name: string): Promise<string> {
    if (!this.texts.has(name) && this.listed.has(name)) await this.fetch(name);
    const text = this.texts.get(name);
    if (text === undefined) throw new Error(`There is no file “${name}”.`);
    return text;
  }
}

function whole(answer: Response): Response {
  if (!answer.ok) throw new Error(`“${answer.url}” could not be fetched (${answer.status}).`);
  return answer;
}
