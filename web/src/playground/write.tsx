// The pane to write in: the scenario's file and that of the creature's character. What is right acts at once: a character is taken on
// by the creature that lives, which keeps its mind; a scenario begins anew.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { change, keep, plan, refused, stage, tell } from "../store";
import { ask } from "./carrier";
import type { Editor, Editing } from "./editor";
import { playScenario } from "./given";
import type { Mistaken } from "./protocol";

export const writing = signal(false);
type Kind = "scenario" | "character";

/** Scenarios that were written here have a name of their own: a link to the one that they came from stays true. */
const OWN = /^my-/;
const ownName = (name: string): string => (OWN.test(name) ? name : `my-${name.replaceAll("/", "-")}`);

export function WritePane() {
  const [kind, setKind] = useState<Kind>("character");
  const creature = plan.value?.creature;
  const scenario = stage.value?.choice.scenario;
  // A scenario that is played anew as it was written is not opened anew.
  const subject = kind === "character" ? creature : scenario && ownName(scenario);
  return (
    <section class="write" aria-label="Write">
      <div class="row">
        <div class="segmented" role="group" aria-label="What to write">
          {(["character", "scenario"] as const).map((one) => (
            <button key={one} aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one[0]!.toUpperCase() + one.slice(1)}
            </button>
          ))}
        </div>
        <span class="grow" />
        <button onClick={() => (writing.value = false)}>Close</button>
      </div>
      {subject && <Writing key={`${kind} ${subject}`} kind={kind} />}
    </section>
  );
}

/** The text to begin with, and what it is called. */
async function opened(kind: Kind): Promise<{ file: string; text: string; label: string }> {
  if (kind === "character") {
    const { creature, text } = plan.peek()!;
    return { file: `characters/${creature}.kdl`, text, label: `Character of ${creature}` };
  }
  const name = stage.peek()!.choice.scenario;
  const text = await ask({ ask: "text", name: `scenarios/${name}.kdl` });
  return { file: `scenarios/${ownName(name)}.kdl`, text, label: `Scenario ${name}` };
}

function Writing({ kind }: { kind: Kind }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [mistakes, setMistakes] = useState<Mistaken[]>([]);
  const [said, setSaid] = useState("");
  const no = refused.value;
  useEffect(() => {
    let gone = false;
    let before = "";
    const sound = (text: string, file: string) => {
      if (text === before) return;
      before = text;
      if (kind === "character") {
        change({ do: "character", creature: plan.peek()!.creature, text });
        setSaid("Taken on; it goes on with the mind it had.");
      } else {
        const name = file.replace(/^scenarios\//, "").replace(/\.kdl$/, "");
        void playScenario(name, text).then((wrong) => setSaid(wrong ?? "Played anew from its beginning."));
      }
    };
    void (async () => {
      try {
        const [{ Editor }, file] = await Promise.all([import("./editor"), opened(kind)]);
        if (gone || !host.current) return;
        before = file.text;
        const editing: Editing = { ...file, sound: (text) => sound(text, file.file), wrong: setMistakes };
        editor.current = new Editor(host.current, editing);
      } catch (error) {
        tell(
          `The editor could not be opened: ${error instanceof Error ? error.message : String(error)}`,
          true,
        );
      }
    })();
    return () => {
      gone = true;
      editor.current?.end();
      editor.current = null;
    };
  }, []);
  // What the lab itself turns down has no line of its own in the editor.
  useEffect(() => {
    if (no && (no.what === "change" || no.what === "choose")) setSaid(no.why);
  }, [no]);
  const save = () => {
    const name = kind === "character" ? plan.peek()!.creature : ownName(stage.peek()!.choice.scenario);
    keep(`${name}.kdl`, new Blob([editor.current?.text ?? ""], { type: "text/plain" }));
  };
  return (
    <>
      <div class="editor" ref={host} />
      <div class="written" role="status">
        {mistakes.length === 0 && <p class="soft">{said || "What you write acts as soon as it is right."}</p>}
        {mistakes.slice(0, 5).map((mistake, i) => (
          <button key={i} class="mistake" onClick={() => editor.current?.goTo(mistake)}>
            <b>
              Line {mistake.line}, column {mistake.column}
            </b>
            : {mistake.message}
            {mistake.hint && ` (${mistake.hint})`}
          </button>
        ))}
      </div>
      <div class="row">
        <button class="small" onClick={save}>
          Save as a file
        </button>
      </div>
    </>
  );
}
