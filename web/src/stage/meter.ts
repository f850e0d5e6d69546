// Frames per second as the page itself counts them, and how sharp the picture may be to keep them up.
const ENOUGH_FPS = 22;
const PLENTY_FPS = 55;
/** Where a processor draws, more frames than this would take its time from the minds, which think as often. */
const SOFTWARE_MS = 1000 / 30;
const SHARPNESS = [1, 1, 0.8, 0.65, 0.5];
/** How long to count before looking at the meter. */
const LOOK_MS = 1000;
/** So many looks with frames to spare before the picture is made sharper again. */
const PATIENCE = 15;

export class Meter {
  fps = 0;
  private level: number;
  private started = performance.now();
  private laps = 0;
  private spare = 0;
  private drawn = 0;
  /** `?quality=full` keeps the picture sharp whatever it costs, for pictures to be shown. */
  private readonly pinned = new URLSearchParams(location.search).get("quality") === "full";

  /** Where a processor draws, it begins modestly. */
  constructor(private readonly software: boolean) {
    this.level = software && !this.pinned ? 2 : 0;
  }

  get sharpness(): number {
    return SHARPNESS[this.level] ?? 1;
  }

  /** Whether looks were given up for speed from the start. */
  get modest(): boolean {
    return this.level > 0;
  }

  /** Shadows are the first thing to go. */
  get shadows(): boolean {
    return this.level === 0;
  }

  /** Whether it is too early for another frame. */
  early(time: number): boolean {
    // A browser's own frames do not come at even times: a hair too early is early enough.
    if (this.software && !this.pinned && time - this.drawn < SOFTWARE_MS - 4) return true;
    this.drawn = time;
    return false;
  }

  /** A frame that would look like the last one was left out: what is counted begins anew. */
  rest(): void {
    [this.started, this.laps] = [performance.now(), 0];
  }

  /** One frame was drawn; true when the sharpness should change. */
  lap(): boolean {
    this.laps += 1;
    const now = performance.now();
    const elapsed = now - this.started;
    if (elapsed < LOOK_MS) return false;
    this.fps = (this.laps * 1000) / elapsed;
    [this.started, this.laps] = [now, 0];
    // A page in the background is not slow, it is asleep.
    if (document.hidden || elapsed > 5 * LOOK_MS || this.pinned) return false;
    const before = this.level;
    if (this.fps < ENOUGH_FPS) this.level = Math.min(this.level + 1, SHARPNESS.length - 1);
    this.spare = this.fps > PLENTY_FPS ? this.spare + 1 : 0;
    if (this.spare > PATIENCE && this.level > 0) [this.level, this.spare] = [this.level - 1, 0];
    return this.level !== before;
  }
}
