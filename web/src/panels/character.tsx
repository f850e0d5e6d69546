import { useEffect, useRef, useState } from "preact/hooks";
import type { Parameter } from "../messages/types";
import { change, mistakes, plan, refused, say, stage } from "../store";

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
      {groups(shown).map(([group, parameters]) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          {parameters.map((parameter) => (
            <Slider key={`${now.creature} ${parameter.path}`} parameter={parameter} creature={now.creature} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Numbers by the part of the character that they stand in. */
function groups(all: Parameter[]): [string, Parameter[]][] {
  const found = new Map<string, Parameter[]>();
  for (const parameter of all) {
    const group = parameter.path.split(".")[0] ?? "";
    found.set(group, [...(found.get(group) ?? []), parameter]);
  }
  return [...found];
}

/** Units by the last word of a path, where it has one. */
const UNITS: [RegExp, string][] = [
  [/(half-life|persist|commit|calm|lost|after|delay|time|for)$/, "s"],
  [/(range|cell|height|radius|within|distance|reach|look-height|eye-height)$/, "m"],
  [/(field-of-view|yaw|turn|up)$/, "°"],
  [/(walk|run|speed)$/, "m/s"],
];

const unitOf = (path: string) => UNITS.find(([words]) => words.test(path))?.[1] ?? "";

/** The range and the number that each slider began with: they stay, whatever the number becomes. */
const first = new Map<string, { value: number; least: number; most: number }>();
let firstOf: unknown = null;

function beginning(creature: string, { path, value, least, most }: Parameter) {
  if (firstOf !== stage.peek()) {
    first.clear();
    firstOf = stage.peek();
  }
  const key = `${creature} ${path}`;
  let began = first.get(key);
  if (!began) {
    began = { value, least, most };
    first.set(key, began);
  }
  return began;
}

/** A hand on a slider is followed at a rate that the lab can carry out. */
const SET_MS = 110;
/** What the lab says of a number that was moved since is old. */
const OWN_MS = 900;

function Slider({ parameter, creature }: { parameter: Parameter; creature: string }) {
  const { path, value } = parameter;
  const [shown, setShown] = useState(value);
  const [wrong, setWrong] = useState("");
  const hand = useRef({ touched: 0, wanted: value, timer: 0 });
  const began = beginning(creature, parameter);
  // The lab's number is taken over, but not while a hand is faster than the lab.
  useEffect(() => {
    if (performance.now() - hand.current.touched > OWN_MS || value === hand.current.wanted) setShown(value);
  }, [value]);
  // A number that is refused goes back to the one that holds, with the reason beside it.
  const no = refused.value;
  useEffect(() => {
    if (!no || performance.now() - hand.current.touched > 2 * OWN_MS) return;
    setShown(value);
    setWrong(no.mistakes[0]?.message ?? no.why);
  }, [no]);
  useEffect(() => () => window.clearTimeout(hand.current.timer), []);
  const set = (value: number) => {
    if (!Number.isFinite(value)) return;
    setShown(value);
    setWrong("");
    const now = hand.current;
    [now.touched, now.wanted] = [performance.now(), value];
    if (now.timer) return;
    now.timer = window.setTimeout(() => {
      now.timer = 0;
      change({ do: "set", creature, path, value: now.wanted });
    }, SET_MS);
  };
  const span = began.most - began.least;
  const id = `number-${path}`;
  return (
    <div class="slider">
      <label for={id}>
        {path} <span class="soft">{unitOf(path)}</span>
      </label>
      <input
        id={id}
        type="range"
        min={began.least}
        max={began.most}
        step={span > 0 ? span / 200 : 0.01}
        value={shown}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <input
        type="number"
        aria-label={`${path} as a number`}
        step="any"
        value={Number(shown.toPrecision(4))}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      {shown !== began.value && (
        <button class="small plain reset" onClick={() => set(began.value)}>
          Back to {Number(began.value.toPrecision(4))}
        </button>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
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
