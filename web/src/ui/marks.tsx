import { useState } from "preact/hooks";
import { concerns } from "../captions";
import { parted } from "../compare";
import { captions, moment, plan, scrub } from "../store";
import type { Caption } from "../messages/types";
import { goTo, SIGN } from "./story";

/** The sentences that have a mark: all that happened, but for what a creature merely begins to do. */
function marked(all: Caption[], earliest: number, creature: string | null): Caption[] {
  return all.filter(
    (caption) => caption.tick >= earliest && caption.sort !== "did" && concerns(caption, creature),
  );
}

/** What happened, as marks on the time bar that lead there. One of them is in the order of the Tab key; arrow keys go on. */
export function Marks({ earliest, last }: { earliest: number; last: number }) {
  const shown = marked(captions.value, earliest, plan.value?.creature ?? null);
  const [at, setAt] = useState(0);
  void moment.value;
  const apart = parted.value;
  if (last <= earliest || (shown.length === 0 && !apart)) return null;
  const current = Math.min(at, shown.length - 1);
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(shown.length - 1, Math.max(0, current + step));
    setAt(next);
    (event.currentTarget as HTMLElement).querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="marks" role="group" aria-label="What happened" onKeyDown={walk}>
      {apart && (
        <button
          class="parted"
          tabIndex={shown.length === 0 ? 0 : -1}
          aria-label={`${apart.t.toFixed(1)} s: ${apart.text}`}
          title={apart.text}
          style={{ left: `${((apart.tick - earliest) / (last - earliest)) * 100}%` }}
          onClick={() => scrub(apart.tick)}
        >
          <span aria-hidden="true">≠</span>
        </button>
      )}
      {shown.map((caption, i) => (
        <button
          key={`${caption.tick} ${caption.text}`}
          class={caption.sort}
          tabIndex={i === current ? 0 : -1}
          aria-label={`${caption.t.toFixed(1)} s: ${caption.text}`}
          title={`${caption.t.toFixed(1)} s: ${caption.text}`}
          style={{ left: `${((caption.tick - earliest) / (last - earliest)) * 100}%` }}
          onFocus={() => setAt(i)}
          onClick={() => goTo(caption)}
        >
          <span aria-hidden="true">{SIGN[caption.sort]}</span>
        </button>
      ))}
    </div>
  );
}
