// Where the lab is: here at the other end of a WebSocket. A build for the playground takes `playground/carrier.ts` in its
// place, where the lab is in the page itself (vite.config.ts).
import { Link, type Hearer, type Line } from "./link";

/** What the page says where the line is cut. */
export const CUT = "The line to the lab is cut";

/** Opens the line. A lab over a WebSocket begins with a scenario of its own and is told the wanted one afterwards. */
export function connect(hearer: Hearer, _wanted: string | null): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new Link(`${scheme}://${location.host}/session`, hearer);
}

/** What a build adds to the page: nothing here. */
export const Extras = (): null => null;
/** What it adds to the page's head. */
export const HeadExtras = (): null => null;
