import { useEffect, useState } from "preact/hooks";
import { endGuide, guiding, sceneOf, SCENES, WORDS } from "../guide";
import { newGame } from "../games";
import { captions, playGame } from "../store";

/** Milliseconds that a sentence of the guide stands at least: what happens may be faster than a person reads. */
const LEAST_MS = 2500;

/** The first minute's own words, and the ways out of it. */
export function Guide() {
  const { scene: reached, caption } = sceneOf(captions.value);
  const [at, setAt] = useState(0);
  const goal = SCENES.indexOf(reached);
  useEffect(() => {
    if (goal < at) return setAt(goal);
    if (goal === at) return;
    const timer = window.setTimeout(() => setAt(at + 1), LEAST_MS);
    return () => window.clearTimeout(timer);
  }, [at, goal > at, goal < at]);
  if (!guiding.value) return null;
  const scene = SCENES[at]!;
  return (
    <section class="guide" aria-label="The first minute">
      <p role="status">
        <strong>{WORDS[scene]}</strong> {scene === "found" && caption && <small>{caption.text}</small>}
      </p>
      <div class="row">
        {scene === "found" && (
          <button
            class="strong"
            onClick={() => {
              endGuide();
              playGame(newGame("hide", 1));
            }}
          >
            Hide the sheep
          </button>
        )}
        <button onClick={endGuide}>{scene === "found" ? "Look into his mind" : "Skip"}</button>
      </div>
    </section>
  );
}
