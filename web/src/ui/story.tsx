import { captionAt, concerns } from "../captions";
import type { Caption, CaptionSort } from "../messages/types";
import { legend } from "../stage/heat";
import { captions, moment, plan, scrub } from "../store";
import { Acts } from "./headline";
import { legendOf } from "./stage-view";
import { dark } from "./theme";

export const SIGN: Record<CaptionSort, string> = {
  said: "“",
  moved: "✋",
  did: "→",
  noticed: "◉",
  startled: "!",
  learned: "★",
  note: "✎",
};

/** What the chosen creature has in mind, and what happened, in words under the stage. */
export function StoryStrip() {
  const now = moment.value;
  const whose = plan.value?.creature ?? null;
  const caption = now ? captionAt(captions.value, now.t, whose) : null;
  const thought = now?.mind?.thought ?? "";
  const mapped = legendOf(now);
  return (
    <section class="story" aria-label="The story in words">
      <div class="mind">
        <p class="thought">
          <b>{whose ?? "…"}</b> <span>{thought || "…"}</span>
        </p>
        <Acts />
        <p class="legend">
          {mapped && (
            <>
              {mapped}: unlikely <span class="ramp" style={{ background: legend(dark.value) }} /> likely
            </>
          )}
        </p>
      </div>
      <div class={`caption ${caption?.sort ?? ""}`} role="log" aria-live="polite" aria-label="What happens">
        {caption && (
          <p key={`${caption.tick} ${caption.text}`}>
            {caption.text}
            {caption.detail && <small> {caption.detail}</small>}
          </p>
        )}
      </div>
    </section>
  );
}

/** Everything that was told, each sentence a way back to its moment. */
export function StoryPanel() {
  const whose = plan.value?.creature ?? null;
  const lines = captions.value.filter((caption) => concerns(caption, whose)).reverse();
  return (
    <>
      <p class="hint">What happened, as the world and this mind report it. Choose a sentence to see it.</p>
      {lines.length === 0 && <p class="soft">Nothing yet.</p>}
      <ol class="told">
        {lines.map((caption, i) => (
          <li key={lines.length - i}>
            <Line caption={caption} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Line({ caption }: { caption: Caption }) {
  const earliest = moment.value?.clock.earliest ?? 0;
  return (
    <button class={`line ${caption.sort}`} disabled={caption.tick < earliest} onClick={() => goTo(caption)}>
      <span class="mono soft">{caption.t.toFixed(1)} s</span>
      <span>
        {caption.text}
        {caption.detail && <small> {caption.detail}</small>}
      </span>
    </button>
  );
}

/** Shows the moment of a sentence. */
export function goTo(caption: Caption): void {
  scrub(Math.max(caption.tick, moment.value?.clock.earliest ?? 0));
}
