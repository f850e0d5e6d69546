import { endGuide, guiding, sceneOf, WORDS } from "../guide";
import { captions, playGame } from "../store";

/** The first minute's own words, and the ways out of it. */
export function Guide() {
  if (!guiding.value) return null;
  const { scene, caption } = sceneOf(captions.value);
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
              playGame({ game: "hide", seed: 1, rounds: [], challenge: null, watching: null });
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
