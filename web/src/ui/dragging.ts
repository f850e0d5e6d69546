// Things and walls under the pointer: dragged things slide, with Shift they are transported when they are let go; walls
// move when they are let go; a click on a creature looks into its mind.
import { change, live, plan, select, stage, tell } from "../store";
import type { Stage, Target } from "../stage/stage";

/** How fast a hand pushes a thing, and how often the lab is told. */
const PUSH_M_PER_S = 6;
const TELL_MS = 150;
const CLICK_PX = 5;
/** How near to a thing a press counts as one on it: a finger's is a circle of 44 pixels. */
const FINGER_PX = 22;
const MOUSE_PX = 10;

interface Drag {
  target: Target;
  name: string;
  kind: "thing" | "creature" | "wall";
  start: { x: number; y: number };
  moved: boolean;
  told: number;
  /** The finger or mouse that has it: another one changes nothing. */
  pointer: number;
}

const cm = (metres: number) => Math.round(metres * 100) / 100;

export class Dragging {
  private drag: Drag | null = null;
  /** A thing that was tapped, to be put where the next tap is. */
  private carried: Drag | null = null;
  private tapped: { x: number; y: number } | null = null;
  private readonly stop = new AbortController();

  constructor(
    private readonly host: HTMLElement,
    private readonly on: Stage,
  ) {
    const signal = this.stop.signal;
    // Before the camera's own listener, so that it can be held still.
    on.canvas.addEventListener("pointerdown", (event) => this.down(event), { signal, capture: true });
    window.addEventListener("pointermove", (event) => this.move(event), { signal });
    window.addEventListener("pointerup", (event) => this.up(event), { signal });
    on.canvas.addEventListener("lostpointercapture", (event) => this.isHeld(event) && this.release(), {
      signal,
    });
    window.addEventListener("pointercancel", (event) => this.isHeld(event) && this.release(), { signal });
  }

  end(): void {
    this.stop.abort();
  }

  private named(target: Target): { name: string; kind: Drag["kind"] } | null {
    if ("wall" in target) return { name: target.wall, kind: "wall" };
    const creature = stage.peek()?.creatures.find((creature) => creature.id === target.id);
    if (creature) return { name: creature.name, kind: "creature" };
    const thing = live.now?.things.get(target.id);
    return thing ? { name: thing.name, kind: "thing" } : null;
  }

  private isHeld(event: PointerEvent): boolean {
    return this.drag?.pointer === event.pointerId;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.drag) return;
    const within = event.pointerType === "mouse" ? MOUSE_PX : FINGER_PX;
    // What is carried may be put close to where it stands.
    const target = this.on.pick(event.clientX, event.clientY, this.carried ? 0 : within);
    const named = target && this.named(target);
    if (!target || !named) {
      this.tapped = { x: event.clientX, y: event.clientY };
      return;
    }
    // What is carried is not taken for what stands in the way of the tap.
    if (this.carried && named.kind !== "thing") {
      this.tapped = { x: event.clientX, y: event.clientY };
      return;
    }
    const [start, pointer] = [{ x: event.clientX, y: event.clientY }, event.pointerId];
    this.drag = { target, ...named, start, moved: false, told: 0, pointer };
    // Whatever leaves the window comes back, or lets go, as one that stayed.
    this.on.canvas.setPointerCapture(pointer);
    this.on.view.hold(true);
    this.host.classList.add("dragging");
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) {
      if (event.target === this.on.canvas && event.buttons === 0) {
        this.host.classList.toggle("over", this.on.pick(event.clientX, event.clientY) !== null);
      }
      return;
    }
    if (!this.isHeld(event)) return;
    if (Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > CLICK_PX) drag.moved = true;
    if (!drag.moved) return;
    this.showPlace(drag, event);
    if (drag.kind !== "thing" || event.shiftKey) return;
    const now = performance.now();
    if (now - drag.told < TELL_MS) return;
    drag.told = now;
    this.slide(drag, event);
  }

  /** Walls and what is transported move only when they are let go: until then it is shown where to. */
  private showPlace(drag: Drag, event: PointerEvent): void {
    const to = this.on.onGround(event.clientX, event.clientY);
    if (drag.kind === "wall") {
      const wall = live.now?.walls.find((wall) => wall.name === drag.name);
      if (wall) this.on.preview(to, { x: wall.size[0], y: wall.height, z: wall.size[1] }, wall.yaw);
    } else this.on.preview(event.shiftKey ? to : null);
  }

  /** What hangs in the air stays at its height. */
  private height(drag: Drag): number {
    return "id" in drag.target ? (live.now?.things.get(drag.target.id)?.at[1] ?? 0) : 0;
  }

  private slide(drag: Drag, event: PointerEvent): void {
    const to = this.on.onGround(event.clientX, event.clientY);
    if (!to) return;
    // To the centimetre, so that a link to what was done stays short.
    const path = [[to.x, this.height(drag), to.z].map(cm) as [number, number, number]];
    change({ do: "slide", thing: drag.name, path, speed: PUSH_M_PER_S });
  }

  private up(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return this.putDown(event);
    if (!this.isHeld(event)) return;
    this.release();
    const again = this.carried?.name === drag.name;
    this.carried = null;
    if (!drag.moved && drag.kind === "thing") {
      if (again) return tell(`The ${drag.name} stays where it is.`);
      this.carried = drag;
      return tell(`Tap where the ${drag.name} should go.`);
    }
    if (!drag.moved) {
      if (drag.kind === "creature" && drag.name !== plan.peek()?.creature) select(drag.name, null);
      return;
    }
    const to = this.on.onGround(event.clientX, event.clientY);
    if (!to) return;
    if (drag.kind === "wall") return change({ do: "move-wall", wall: drag.name, to: [to.x, 0, to.z] });
    if (drag.kind === "creature" && !event.shiftKey) {
      return tell("A creature goes its own ways. Hold Shift to transport it.");
    }
    if (event.shiftKey)
      return change({ do: "transport", what: drag.name, to: [to.x, this.height(drag), to.z] });
    this.slide(drag, event);
  }

  /** A thing that was tapped goes where the ground is tapped next. */
  private putDown(event: PointerEvent): void {
    const [at, carried] = [this.tapped, this.carried];
    this.tapped = null;
    if (!at || !carried || Math.hypot(event.clientX - at.x, event.clientY - at.y) > CLICK_PX) return;
    this.carried = null;
    this.slide(carried, event);
  }

  private release(): void {
    this.drag = null;
    this.on.preview(null);
    this.on.view.hold(false);
    this.host.classList.remove("dragging");
  }
}
