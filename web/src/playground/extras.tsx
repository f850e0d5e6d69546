// What the playground adds to the page: files that are dropped, the pane to write in, and keeping the page for when there is no
// network.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { moment, tell } from "../store";
import { takeDropped, takeFiles } from "./given";
import { fromBefore } from "./kept";
import { stayWithoutNetwork } from "./offline";
import "./playground.css";
import { writing, WritePane } from "./write";
import { followEmbedding, isEmbedded } from "./embedded";

const dragging = signal(false);

/** Files may be dropped anywhere on the page. */
function listenForFiles(): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    dragging.value = true;
  };
  const leave = (event: DragEvent) => {
    if (!event.relatedTarget) dragging.value = false;
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    dragging.value = false;
    if (event.dataTransfer) void takeDropped(event.dataTransfer);
  };
  window.addEventListener("dragover", over);
  window.addEventListener("dragleave", leave);
  window.addEventListener("drop", drop);
  return () => {
    window.removeEventListener("dragover", over);
    window.removeEventListener("dragleave", leave);
    window.removeEventListener("drop", drop);
  };
}

export function Extras() {
  useEffect(listenForFiles, []);
  useEffect(followEmbedding, []);
  useEffect(() => {
    if (fromBefore.length > 0) tell(`What you wrote or dropped is here again: ${fromBefore.join(", ")}.`);
  }, []);
  const moves = moment.value !== null;
  useEffect(() => {
    // What keeps the page must not take the network from its first scene.
    if (moves && !isEmbedded) void stayWithoutNetwork();
  }, [moves]);
  return (
    <>
      {writing.value && <WritePane />}
      {dragging.value && (
        <p class="dropping" aria-hidden="true">
          Drop a scenario, a character (.kdl), a body (.glb) or a recording (.piaget): it stays on this
          machine.
        </p>
      )}
    </>
  );
}

export function HeadExtras() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        aria-pressed={writing.value}
        onClick={() => (writing.value = !writing.value)}
        title="Write a scenario or a character"
      >
        Write
      </button>
      <button onClick={() => input.current?.click()} title="Open a scenario, a character or a body of yours">
        Open<span class="wide"> a file</span>
      </button>
      <input
        ref={input}
        class="unseen"
        type="file"
        multiple
        accept=".kdl,.glb,.gltf,.piaget"
        aria-label="Files to open"
        tabIndex={-1}
        onChange={(event) => {
          void takeFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
