import { HeadExtras } from "../carrier";
import { moment, plan, say, share, stage, tell } from "../store";
import { dark, switchTheme } from "./theme";
import { gamesOpen, helpOpen, scenariosOpen } from "./overlays";
import { keepPicture } from "./stage-view";
import { keepPlot } from "./plots";

/** Files to take home, by the word in the menu. */
function take(what: string): void {
  const creature = plan.value?.creature ?? "";
  switch (what) {
    case "picture":
      return keepPicture();
    case "plot":
      return keepPlot();
    case "character":
      return say({ type: "export", what: { kind: "character", creature } });
    case "trace":
      return say({ type: "export", what: { kind: "trace" } });
    case "recording":
      say({ type: "export", what: { kind: "recording" } });
      return tell("A recording plays again with `piaget replay`.");
    case "replay":
      return share("replay");
  }
}

export function Head() {
  const name = stage.value?.choice.scenario ?? "";
  return (
    <header>
      <h1 class="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path
            d="M16 3l11.3 6.5v13L16 29 4.7 22.5v-13z"
            fill="none"
            stroke="var(--water)"
            stroke-width="2.4"
          />
          <circle cx="16" cy="16" r="4.4" fill="var(--ember)" />
        </svg>
        Piaget <small>lab</small>
      </h1>
      <button
        onClick={() => (scenariosOpen.value = true)}
        aria-haspopup="dialog"
        title="Choose a scenario (N)"
      >
        <span class="soft wide">Scenario </span>
        <b>{name || "…"}</b>
      </button>
      <button
        onClick={() => (gamesOpen.value = true)}
        aria-haspopup="dialog"
        title="Play a game (J)"
        aria-label="Games"
      >
        <span class="wide">Games</span>
        <span class="narrow" aria-hidden="true">
          ⚄
        </span>
      </button>
      <span class="grow" />
      <HeadExtras />
      <button
        onClick={() => share()}
        aria-label="Share"
        title="A link to this very moment (S)"
        disabled={!moment.value}
      >
        <span class="wide">Share</span>
        <span class="narrow" aria-hidden="true">
          ⤴
        </span>
      </button>
      <select
        aria-label="Take something home"
        value=""
        onChange={(event) => {
          take(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="">Keep…</option>
        <option value="picture">Picture (PNG)</option>
        <option value="plot">Plot (PNG)</option>
        <option value="trace">Trace (JSON Lines)</option>
        <option value="recording">Recording, for piaget replay</option>
        <option value="character">Character file</option>
        <option value="replay">Replay from the beginning</option>
      </select>
      <button
        onClick={switchTheme}
        aria-label={dark.value ? "Light colours" : "Dark colours"}
        title="Light or dark (T)"
      >
        {dark.value ? "☀" : "☾"}
      </button>
      <button
        onClick={() => (helpOpen.value = true)}
        aria-label="Help and keys"
        aria-haspopup="dialog"
        title="Help (?)"
      >
        ?
      </button>
    </header>
  );
}
