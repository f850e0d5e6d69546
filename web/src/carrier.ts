// Where the lab is: here at the other end of a WebSocket. A build for the playground takes `playground/carrier.ts` in its
// place, where the lab is in the page itself (vite.config.ts).
import { useEffect } from "preact/hooks";
import { Link, type Hearer, type Line } from "./link";
import { tell } from "./store";

/** What the page says where the line is cut. */
export const CUT = "The line to the lab is cut";

/** Opens the line. A lab over a WebSocket begins with a scenario of its own and is told the wanted one afterwards. */
export function connect(hearer: Hearer, _wanted: string | null): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new Link(`${scheme}://${location.host}/session`, hearer);
}

/** A browser opens a file that is dropped on a page, and the lab would be gone. */
function turnFilesAway(): () => void {
  const turnAway = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop")
      tell(
        "This lab plays the files that its program knows: start it beside yours, with `piaget lab`.",
        true,
      );
  };
  window.addEventListener("dragover", turnAway);
  window.addEventListener("drop", turnAway);
  return () => {
    window.removeEventListener("dragover", turnAway);
    window.removeEventListener("drop", turnAway);
  };
}

/** What a build adds to the page: nothing that is seen here. */
export function Extras(): null {
  useEffect(turnFilesAway, []);
  return null;
}
/** What it adds to the page's head. */
export const HeadExtras = (): null => null;
