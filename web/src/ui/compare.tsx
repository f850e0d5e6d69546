import { useEffect, useRef, useState } from "preact/hooks";
import { compareWith, endCompare, other, parted } from "../compare";
import { pictureOf } from "../picture-of";
import { plan, scrub, showing, stage, welcome } from "../store";
import { Stage } from "../stage/stage";
import { Sheet } from "./dialog";
import { compareOpen } from "./overlays";
import { groundOf } from "./stage-view";
import { dark } from "./theme";

/** Which other mind to compare with. */
export function Compare() {
  const creature = plan.value?.creature ?? "";
  const characters = welcome.value?.characters ?? [];
  const [setting, setSetting] = useState("");
  const begin = (text: string) => {
    compareOpen.value = false;
    compareWith(text);
  };
  return (
    <Sheet open={compareOpen} title="Two minds side by side">
      <p>The same scenario and seed, once more beside this one, with another character or setting.</p>
      <h3>Another character for {creature}</h3>
      <div class="row">
        {characters.map((file) => (
          <button key={file} onClick={() => begin(`creature.${creature}.character=${file}`)}>
            {file.replace(/^characters\//, "").replace(/\.kdl$/, "")}
          </button>
        ))}
      </div>
      <h3>Or a setting</h3>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (setting.includes("=")) begin(setting.trim());
        }}
      >
        <input
          class="field grow"
          aria-label="A setting, as name=value"
          placeholder="thing.sheep.colour=black"
          value={setting}
          onInput={(event) => setSetting(event.currentTarget.value)}
        />
        <button type="submit" disabled={!setting.includes("=")}>
          Compare
        </button>
      </form>
    </Sheet>
  );
}

/** The second mind's world, drawn beside the first. */
export function OtherStage() {
  const now = other.value;
  const host = useRef<HTMLDivElement>(null);
  const shown = now !== null;
  useEffect(() => {
    if (!shown || !host.current) return;
    let on: Stage;
    try {
      on = new Stage(host.current, () => {});
    } catch {
      // Without WebGL the second mind has words and no picture, as the first.
      return;
    }
    let [handle, last, settled] = [0, performance.now(), null as unknown];
    const draw = (time: number) => {
      handle = requestAnimationFrame(draw);
      if (on.meter.early(time)) return;
      const seconds = Math.min(0.1, (time - last) / 1000);
      last = time;
      const there = other.peek();
      if (!there?.stage || !there.now) return;
      if (settled !== there.stage) {
        settled = there.stage;
        on.settle(groundOf(there.stage.ground));
      }
      on.paint(dark.peek());
      const picture = pictureOf(there.stage, there.plan?.lattice ?? null, there.now, {
        selected: null,
        showing: showing.peek(),
        throughEyes: false,
        violated: [],
        speech: [],
      });
      on.draw(picture, picture, 1, seconds);
    };
    handle = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(handle);
      on.dispose();
    };
  }, [shown]);
  if (!now) return null;
  const at = stage.value?.creatures.findIndex((creature) => creature.name === plan.value?.creature) ?? -1;
  const doing = now.now?.creatures[at]?.doing;
  return (
    <div class="other">
      <div class="stage second" ref={host} role="img" aria-label={`The same with ${now.setting}`} />
      <p class="which">
        <b>{now.setting}</b> {doing || "does nothing"}
        {parted.value && (
          <button class="small" onClick={() => scrub(parted.value!.tick)}>
            {parted.value.t.toFixed(1)} s: {parted.value.text}
          </button>
        )}
        <button class="small plain" onClick={endCompare}>
          Close
        </button>
      </p>
    </div>
  );
}
