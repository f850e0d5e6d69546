import { moment, pauseOrResume, restart, say, scrub, stage } from "../store";
import { faster, scrubBy } from "./keys";
import { Marks } from "./marks";
import { fps } from "./stage-view";

/** Play, step, speed, and the way back through the last minutes. */
export function Clock() {
  const now = moment.value;
  const scene = stage.value;
  const clock = now?.clock;
  const past = clock?.present !== null && clock?.present !== undefined;
  const last = clock?.present ?? now?.tick ?? 0;
  const earliest = clock?.earliest ?? 0;
  const hz = scene?.tick_hz ?? 30;
  const seconds = (tick: number) => (tick / hz).toFixed(1);
  return (
    <div class="clock" role="group" aria-label="Clock">
      <button onClick={() => restart()} aria-label="Begin again" title="Begin again (R)">
        ↺
      </button>
      <button
        class="strong"
        onClick={pauseOrResume}
        aria-label={clock?.paused ? "Go on" : "Pause"}
        title="Space"
      >
        {clock?.paused ? "▶" : "❚❚"}
      </button>
      <button onClick={() => say({ type: "step", ticks: 1 })} aria-label="One tick" title="One tick (.)">
        ⇥
      </button>
      <button onClick={() => faster(-1)} aria-label="Slower">
        −
      </button>
      <output class="mono speed" aria-label="Speed">
        {clock ? `${clock.speed}×` : ""}
      </output>
      <button onClick={() => faster(1)} aria-label="Faster">
        +
      </button>
      <div class="scrub">
        <Marks earliest={earliest} last={last} />
        <input
          type="range"
          aria-label="Moment shown"
          aria-valuetext={now ? `${seconds(now.tick)} seconds` : "nothing yet"}
          min={earliest}
          max={Math.max(last, earliest + 1)}
          step={1}
          value={now?.tick ?? 0}
          onInput={(event) => {
            const tick = Number(event.currentTarget.value);
            scrub(tick >= last ? null : tick);
          }}
        />
      </div>
      <output aria-label="Time shown">{now ? `${now.t.toFixed(1)} s` : "–"}</output>
      {past ? (
        <button class="strong" onClick={() => scrub(null)} title="To the present (P)">
          To the present
        </button>
      ) : (
        <button
          class="wide"
          onClick={() => scrubBy(-5)}
          title="Five seconds back"
          disabled={last <= earliest}
        >
          −5 s
        </button>
      )}
      <span class="mono soft wide" title="Frames per second that this page draws">
        {fps.value} fps
      </span>
    </div>
  );
}
