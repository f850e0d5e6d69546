// Frames per second as the page itself counts them, and how sharp the picture may be to keep them up.
const ENOUGH_FPS = 24;
const PLENTY_FPS = 50;
const SHARPNESS = [1, 0.8, 0.65, 0.5];
/** Laps between two looks at the meter. */
const WINDOW = 24;

export class Meter {
  fps = 0;
  private level = 0;
  private started = performance.now();
  private laps = 0;
  private good = 0;

  get sharpness(): number {
    return SHARPNESS[Math.min(this.level, SHARPNESS.length - 1)] ?? 1;
  }

  /** Shadows are the first thing to go. */
  get shadows(): boolean {
    return this.level === 0;
  }

  /** One frame was drawn; true when the sharpness should change. */
  lap(): boolean {
    this.laps += 1;
    if (this.laps < WINDOW) return false;
    const now = performance.now();
    const elapsed = now - this.started;
    [this.started, this.laps] = [now, 0];
    // A page in the background is not slow, it is asleep.
    if (document.hidden || elapsed > 10_000) return false;
    this.fps = (WINDOW * 1000) / elapsed;
    const before = this.level;
    if (this.fps < ENOUGH_FPS) this.level = Math.min(this.level + 1, SHARPNESS.length);
    this.good = this.fps > PLENTY_FPS ? this.good + 1 : 0;
    if (this.good > 20 && this.level > 0) [this.level, this.good] = [this.level - 1, 0];
    return this.level !== before;
  }
}
