import type { FunctionComponent } from "preact";
import { plan, select, stage } from "../store";
import { Beliefs } from "../panels/beliefs";
import { BodyPanel } from "../panels/body";
import { CharacterPanel } from "../panels/character";
import { Choices } from "../panels/choices";
import { Feelings } from "../panels/feelings";
import { Memory } from "../panels/memory";
import { Watching } from "../panels/watching";
import { WorldPanel } from "../panels/world";
import { Headline } from "./headline";
import { compareOpen, tab, TABS, type Tab } from "./overlays";
import { StoryPanel } from "./story";

const PANELS: Record<Tab, FunctionComponent> = {
  story: StoryPanel,
  choices: Choices,
  beliefs: Beliefs,
  feelings: Feelings,
  memory: Memory,
  body: BodyPanel,
  watching: Watching,
  world: WorldPanel,
  character: CharacterPanel,
};

/** One mind: whose, what it does now, and a panel for each of its stages. */
export function Side() {
  const now = plan.value;
  const creatures = stage.value?.creatures ?? [];
  const Panel = PANELS[tab.value];
  return (
    <aside class="side" aria-label="A mind">
      <div class="who">
        {creatures.length > 1 ? (
          <label class="row">
            <h2>The mind of</h2>
            <select value={now?.creature ?? ""} onChange={(event) => select(event.currentTarget.value, null)}>
              {creatures.map((creature) => (
                <option key={creature.name} value={creature.name}>
                  {creature.name}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <h2>The mind of {now?.creature ?? "…"}</h2>
        )}
        <span class="grow" />
        <button class="small" onClick={() => (compareOpen.value = true)} aria-haspopup="dialog">
          Compare…
        </button>
      </div>
      <Headline />
      <div class="tabs" role="tablist" aria-label="Stages of the mind" onKeyDown={turn}>
        {TABS.map((name) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab.value === name}
            aria-controls="panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {name[0]!.toUpperCase() + name.slice(1)}
          </button>
        ))}
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        {now ? <Panel /> : <p class="soft">Waiting for a mind…</p>}
      </div>
    </aside>
  );
}

function turn(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  tab.value = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length]!;
  document.getElementById(`tab-${tab.value}`)?.focus();
}
