import { choose, stage, welcome } from "../store";
import type { ScenarioCard } from "../messages/types";
import { Sheet } from "./dialog";
import { scenariosOpen } from "./overlays";

/** Groups of scenarios by what they are about, each with how their names begin. */
const GROUPS: [string, RegExp][] = [
  ["Hiding and finding", /^(two-walls|hide|gap|look-around|passing|usual-place|crowd|bowl)$/],
  ["Watching each other", /^(max-and-morris.*|mice|fence|rake)$/],
  ["Needs and fears", /^(forager|fright|morsel|field|bell)$/],
  ["Expecting", /^(pursuit|square)$/],
  ["Impossible things", /^voe-/],
];
const OTHERS = "More";

/** A scenario's name as a title. */
export function titleOf(name: string): string {
  const words = name.replace(/^voe-/, "").replaceAll("-", " ").replaceAll("/", ": ");
  return words[0]!.toUpperCase() + words.slice(1);
}

function grouped(cards: ScenarioCard[]): [string, ScenarioCard[]][] {
  const groups = [...GROUPS.map(([title]) => title), OTHERS].map((title): [string, ScenarioCard[]] => [
    title,
    [],
  ]);
  for (const card of cards) {
    const at = GROUPS.findIndex(([, names]) => names.test(card.name));
    groups[at < 0 ? GROUPS.length : at]![1].push(card);
  }
  return groups.filter(([, cards]) => cards.length > 0);
}

/** A sign for who is in it. */
const FACES: Record<string, string> = {
  dog: "🐕",
  mouse: "🐁",
  person: "🧍",
  butler: "🤵",
  cat: "🐈",
  forager: "🐿",
};

/** Every scenario with what it shows and what to try. */
export function Scenarios() {
  const now = stage.value?.choice.scenario;
  return (
    <Sheet open={scenariosOpen} title="Choose a scenario">
      {grouped(welcome.value?.scenarios ?? []).map(([title, cards]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div class="scenarios">
            {cards.map((card) => (
              <button
                key={card.name}
                data-scenario={card.name}
                aria-current={card.name === now ? "true" : undefined}
                onClick={() => {
                  scenariosOpen.value = false;
                  choose({ scenario: card.name });
                }}
              >
                <b>
                  <span class="who-is" aria-hidden="true">
                    {[...new Set(card.creatures)].map((kind) => FACES[kind] ?? "👤").join(" ")}
                  </span>{" "}
                  {titleOf(card.name)}
                </b>
                <span>{card.shows}</span>
                <span class="try">{inThePage(card.try_this)}</span>
                <span class="soft">
                  {card.name} · {card.creatures.join(", ")} · {Math.round(card.length_s)} s
                </span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </Sheet>
  );
}

/** What a scenario's hint says to somebody with hands: its sentences for a command line are left out. */
export function inThePage(hint: string): string {
  const sentences = hint.split(/(?<=[.!?]) /).filter((sentence) => !sentence.includes("--"));
  return sentences.join(" ");
}
