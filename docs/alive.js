// Lets pictures of the book come alive: where the playground lies beside the book (`make book` puts it there), a picture of the lab has
// a button that plays its moment in the page. Without scripting, or without the playground, the pictures stay.
(() => {
  /** What each picture shows: the scenario and tick, and from where. */
  const STAGES = {
    "lab.png": { scenario: "two-walls", tick: 292, view: "around" },
    "map-before.png": { scenario: "two-walls", tick: 225, view: "above" },
    "map-after.png": { scenario: "two-walls", tick: 300, view: "above" },
    "memory.png": { scenario: "usual-place", tick: 150, view: "around", panel: "memory" },
    "feelings.png": { scenario: "two-walls", tick: 292, view: "around", panel: "feelings" },
    "choices.png": { scenario: "two-walls", tick: 292, view: "around", panel: "choices" },
    "watching.png": { scenario: "max-and-morris", tick: 190, view: "around", panel: "watching" },
  };

  /** The book's own folder: this script lies in a folder of it, as in the repository. */
  const book = new URL("..", document.currentScript.src);

  function stage(image, { scenario, tick, view, panel }) {
    const frame = document.createElement("iframe");
    const words = new URLSearchParams({ stage: view, ...(panel && { panel }) });
    frame.src = new URL(`playground/index.html?${words}#scenario=${scenario}&tick=${tick}`, book).href;
    frame.title = image.alt;
    frame.loading = "lazy";
    frame.style.cssText = "width: 100%; aspect-ratio: 16 / 10; border: 1px solid currentColor; border-radius: 8px";
    return frame;
  }

  function button(image, what) {
    const press = document.createElement("button");
    press.type = "button";
    press.textContent = "Play this here";
    press.setAttribute("aria-label", `Play this here: ${image.alt}`);
    press.style.cssText = "display: block; margin: 0.4rem 0 1rem; padding: 0.3rem 0.8rem; cursor: pointer";
    press.addEventListener("click", () => {
      press.remove();
      image.replaceWith(stage(image, what));
    });
    image.after(press);
  }

  async function begin() {
    const pictures = [...document.querySelectorAll("main img")]
      .map((image) => [image, STAGES[image.src.split("/").pop()]])
      .filter(([, what]) => what);
    if (pictures.length === 0 || !("WebAssembly" in window)) return;
    try {
      const there = await fetch(new URL("playground/scenarios/index.json", book), { method: "HEAD" });
      if (there.ok) for (const [image, what] of pictures) button(image, what);
    } catch {
      // A book that is read from a disk, or without the playground: the pictures stay.
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
