import { CUT, Extras } from "../carrier";
import { invited, link, moment, notice, playShared, say, tryAgain } from "../store";
import { Clock } from "./clock";
import { other } from "../compare";
import { isForHands, playing } from "../games";
import { guiding } from "../guide";
import { Compare, OtherStage } from "./compare";
import { GameBar, Games } from "./game-bar";
import { Guide } from "./guide";
import { Head } from "./head";
import { Help } from "./help";
import { listen } from "./keys";
import { SayBar } from "./say-bar";
import { Plots } from "./plots";
import { Scenarios } from "./scenarios";
import { Side } from "./side";
import { StageView } from "./stage-view";
import { StoryStrip } from "./story";
import { Why } from "./why";
import { useEffect, useState } from "preact/hooks";

export function App() {
  useEffect(listen, []);
  const game = moment.value?.game;
  const hands = playing.value?.watching === null && !!game && isForHands(game);
  return (
    <>
      <div class={`lab${guiding.value ? " guided" : ""}${hands ? " hands" : ""}`}>
        <Head />
        <main class={other.value ? "scene paired" : "scene"} aria-label="The world">
          <StageView />
          <OtherStage />
        </main>
        <div class="under">
          <Guide />
          <StoryStrip />
          <GameBar />
          <SayBar />
        </div>
        <section class="time" aria-label="Time and traces">
          <Clock />
          {!guiding.value && <Plots />}
        </section>
        {!guiding.value && <Side />}
      </div>
      <Help />
      <Scenarios />
      <Games />
      <Compare />
      <Why />
      <Extras />
      <Notice />
      <Invited />
      <Gone />
    </>
  );
}

function Notice() {
  const now = notice.value;
  return (
    <div role="status" aria-live="polite">
      {now && <p class={now.bad ? "notice bad" : "notice"}>{now.text}</p>}
    </div>
  );
}

/** A link was opened: says in plain words where it leads, and how it may be seen. */
function Invited() {
  const now = invited.value;
  if (!now) return null;
  return (
    <div class="invited" role="dialog" aria-label="A shared moment">
      <p>
        Somebody shares a moment with you: <b>{now.words}</b>.
      </p>
      <div class="row">
        <button class="strong" onClick={() => playShared(now.shared)}>
          Play from the beginning
        </button>
        <button
          onClick={() => {
            invited.value = null;
            say({ type: "resume" });
          }}
        >
          Go on from here
        </button>
        <button onClick={() => (invited.value = null)}>Look at it</button>
      </div>
    </div>
  );
}

/** The lab is not there: says so, says when it tries again, and lets a person try at once. */
function Gone() {
  const state = link.value;
  const [, tick] = useState(0);
  useEffect(() => {
    if (state.is !== "cut") return;
    const timer = window.setInterval(() => tick((n) => n + 1), 500);
    return () => window.clearInterval(timer);
  }, [state]);
  if (state.is === "open" || (state.is === "opening" && !state.again)) return null;
  const why = state.is === "cut" ? state.why : "Trying to reach the lab…";
  const next = state.is === "cut" ? state.nextTryAt : null;
  const wait = next === null ? null : Math.max(0, Math.ceil((next - Date.now()) / 1000));
  return (
    <div class="gone" role="alertdialog" aria-labelledby="gone-title" aria-describedby="gone-why">
      <div>
        <h2 id="gone-title">{CUT}</h2>
        <p id="gone-why">{why}</p>
        <p class="soft">
          What you see is the last moment that came.{" "}
          {wait !== null && `Trying again in ${wait} s; the scenario begins anew then.`}
        </p>
        <button class="strong" autofocus onClick={tryAgain}>
          Try now
        </button>{" "}
        <button onClick={() => location.replace(location.pathname)}>Begin with the first scenario</button>
      </div>
    </div>
  );
}
