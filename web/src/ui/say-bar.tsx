import { useState } from "preact/hooks";
import { playing } from "../games";
import { change, moment, plan, stage, story } from "../store";

/** Orders that stand as buttons; all others are in the list that the field offers. */
const MOST_BUTTONS = 4;
/** Seconds after which words that nobody heard were not heard. */
const HEARD_S = 1.5;

/** Says it in the shepherd's voice if there is one, else in a voice that comes from beside the creature. */
function speak(words: string, whom: number): void {
  const now = moment.value;
  const shepherd = [...(now?.things.values() ?? [])].find((thing) => thing.kind === "shepherd");
  if (shepherd) return change({ do: "say", by: shepherd.name, words });
  const at = now?.creatures[whom]?.at ?? [0, 0, 0];
  change({ do: "say", by: "visitor", words, at: [at[0] + 1, 0, at[2]] });
}

/** One bar for whatever is said: to the chosen creature, with what it understands at hand, and what came of it. */
export function SayBar() {
  const creatures = stage.value?.creatures ?? [];
  const whom = Math.max(
    0,
    creatures.findIndex((creature) => creature.name === plan.value?.creature),
  );
  const creature = creatures[whom];
  const [text, setText] = useState("");
  const [said, setSaid] = useState<{ words: string; t: number } | null>(null);
  // In a game words are no way to win, but where somebody is taught.
  if (!creature || (playing.value && playing.value.game !== "teach")) return null;
  const say = (words: string) => {
    if (words.trim() === "") return;
    speak(words.trim(), whom);
    setSaid({ words: words.trim(), t: moment.value?.t ?? 0 });
    setText("");
  };
  const { orders } = creature;
  const near = orders.filter(({ about }) => about !== "");
  const buttons = orders.length <= MOST_BUTTONS ? orders : near.slice(0, MOST_BUTTONS);
  return (
    <form
      class="orders"
      aria-label="Say something"
      onSubmit={(event) => {
        event.preventDefault();
        say(text);
      }}
    >
      <input
        class="field"
        list="orders"
        placeholder={`Say… to ${creature.name}`}
        aria-label={`Say to ${creature.name}`}
        autocomplete="off"
        maxLength={60}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id="orders">
        {orders.map(({ words }) => (
          <option key={words} value={words} />
        ))}
      </datalist>
      <button type="submit" class="strong" disabled={text.trim() === ""}>
        Say
      </button>
      {buttons.map(({ words, about }) => (
        <button key={words} type="button" onClick={() => say(words)} title={about}>
          {words}
        </button>
      ))}
      <output class="answer" aria-live="polite">
        {said && answer(said, creature.name)}
      </output>
    </form>
  );
}

/** Who heard what was said, and whether it means anything to the chosen creature. */
function answer(said: { words: string; t: number }, whom: string): string {
  const heard = story.value.filter(
    ({ t, event, about }) => event === "hears" && t >= said.t - 0.1 && about.endsWith(`: ${said.words}`),
  );
  const names = [...new Set(heard.map(({ creature }) => creature))];
  if (names.length > 0) return `${names.join(", ")} heard “${said.words}”.`;
  const waited = (moment.value?.t ?? 0) - said.t;
  return waited < HEARD_S ? `“${said.words}”…` : `${whom} did not hear “${said.words}”.`;
}
