import { useEffect, useRef, useState } from "preact/hooks";
import type { Parameter } from "../messages/types";
import { change, mistakes, plan, refused, say } from "../store";

/** Numbers of the character as sliders that act at once, and the whole file to be edited. */
export function CharacterPanel() {
  const now = plan.value!;
  const [filter, setFilter] = useState("");
  const shown = now.parameters.filter((parameter) => parameter.path.includes(filter));
  return (
    <>
      <div class="row">
        <p class="grow hint">
          <b>{now.character}</b>. Sliders act at once; the world goes on.
        </p>
        <button
          class="small"
          onClick={() => say({ type: "export", what: { kind: "character", creature: now.creature } })}
        >
          Save as a file
        </button>
      </div>
      <Editor key={now.creature} />
      <h3>Numbers</h3>
      <input
        class="field"
        type="search"
        placeholder="Find a number"
        aria-label="Find a number"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <div style={{ height: "0.6rem" }} />
      {shown.map((parameter) => (
        <Slider key={`${now.creature} ${parameter.path}`} parameter={parameter} creature={now.creature} />
      ))}
    </>
  );
}

function Slider({ parameter, creature }: { parameter: Parameter; creature: string }) {
  const { path, value, least, most } = parameter;
  const [shown, setShown] = useState(value);
  // A number that is refused goes back to the one that holds.
  const no = refused.value;
  useEffect(() => setShown(value), [value, no]);
  const set = (value: number) => {
    if (!Number.isFinite(value)) return;
    setShown(value);
    change({ do: "set", creature, path, value });
  };
  const span = most - least;
  const id = `number-${path}`;
  return (
    <div class="slider">
      <label for={id}>{path}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={span > 0 ? span / 200 : 0.01}
        value={shown}
        onInput={(event) => setShown(Number(event.currentTarget.value))}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      <input
        type="number"
        aria-label={`${path} as a number`}
        step="any"
        value={Number(shown.toPrecision(4))}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** The character file; mistakes are shown with their line, and the old character stays until there are none. */
function Editor() {
  const now = plan.value!;
  const [text, setText] = useState(now.text);
  // What sliders change is taken over, as long as nobody has begun to write.
  const before = useRef(now.text);
  useEffect(() => {
    if (text === before.current) setText(now.text);
    before.current = now.text;
  }, [now.text]);
  const area = useRef<HTMLTextAreaElement>(null);
  const touched = text !== now.text;
  const goTo = (line: number, column: number) => {
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, line) => sum + line.length + 1, 0) + column - 1;
    area.current?.focus();
    area.current?.setSelectionRange(start, start + 1);
    const height = area.current ? parseFloat(getComputedStyle(area.current).lineHeight) : 18;
    area.current?.scrollTo({ top: Math.max(0, (line - 4) * height) });
  };
  return (
    <details>
      <summary>Edit the file</summary>
      <textarea
        class="file"
        ref={area}
        aria-label={`Character file of ${now.creature}`}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="row">
        <button
          class="strong"
          disabled={!touched}
          onClick={() => change({ do: "character", creature: now.creature, text })}
        >
          Let it be so
        </button>
        <button disabled={!touched} onClick={() => setText(now.text)}>
          As it was
        </button>
      </div>
      <div role="alert">
        {mistakes.value.map((mistake, i) => (
          <button key={i} class="mistake" onClick={() => goTo(mistake.line, mistake.column)}>
            <b>
              Line {mistake.line}, column {mistake.column}
            </b>
            : {mistake.message}
            {mistake.hint && (
              <>
                <br />
                {mistake.hint}
              </>
            )}
          </button>
        ))}
      </div>
    </details>
  );
}
