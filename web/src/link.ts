// The line to the lab: opens it, says when it is cut and why, and tries again with growing pauses. It knows how messages
// travel and nothing of what they mean; another carrier (`playground/line.ts`, the lab within the page) has the same face.
import { unpack } from "./messages/bytes";
import type { Frame, FromLab, ToLab } from "./messages/types";

export type LinkState =
  { is: "opening"; again: boolean } | { is: "open" } | { is: "cut"; why: string; nextTryAt: number | null };

/** What carries messages to a lab. */
export interface Line {
  /** Opens it, again where it was cut. */
  open(): void;
  /** Sends a message; whether it could be sent. */
  say(message: ToLab): boolean;
}

export interface Hearer {
  said(message: FromLab): void;
  frame(frame: Frame, blobs: Uint8Array): void;
  state(state: LinkState): void;
}

const PAUSES_S = [1, 2, 4, 8, 15];
/** A page that is watched but not touched says so, or the lab would take it for forgotten. */
const STILL_HERE_MS = 60_000;

const NO_TOKEN =
  "The lab asks for its token: it was started again, or this browser has forgotten it. Open the address that it printed.";

async function lacksToken(): Promise<boolean> {
  try {
    return (await fetch("./", { method: "HEAD", cache: "no-store" })).status === 401;
  } catch {
    return false;
  }
}

export class Link implements Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private goodbye: string | null = null;

  constructor(
    private readonly address: string,
    private readonly hearer: Hearer,
  ) {
    window.setInterval(() => {
      if (!document.hidden) this.say({ type: "still-here" });
    }, STILL_HERE_MS);
    this.open();
  }

  open(): void {
    window.clearTimeout(this.timer);
    this.socket?.close();
    this.goodbye = null;
    this.hearer.state({ is: "opening", again: this.tries > 0 });
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.hearer.state({ is: "open" });
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data !== "string") {
        const { frame, blobs } = unpack(event.data);
        return this.hearer.frame(frame, blobs);
      }
      const message = JSON.parse(event.data) as FromLab;
      if (message.type === "bye") this.goodbye = message.why;
      this.hearer.said(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      void this.retry();
    };
  }

  private async retry(): Promise<void> {
    // A browser does not say why a WebSocket was refused.
    if (!this.goodbye && (await lacksToken())) this.goodbye = NO_TOKEN;
    if (this.socket) return;
    // After a goodbye the lab does not want this page back by itself; a person may ask again.
    const pause = this.goodbye ? null : (PAUSES_S[Math.min(this.tries, PAUSES_S.length - 1)] ?? 15) * 1000;
    this.tries += 1;
    const why =
      this.goodbye ?? "The lab does not answer. Perhaps it was stopped; start it again with `piaget lab`.";
    this.hearer.state({ is: "cut", why, nextTryAt: pause === null ? null : Date.now() + pause });
    if (pause !== null) this.timer = window.setTimeout(() => this.open(), pause);
  }

  say(message: ToLab): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
