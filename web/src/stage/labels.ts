// Names, speech and startled signs above heads, as text of the page. They repeat what panels say, so screen readers pass
// them over.
import { Vector3, type PerspectiveCamera } from "three";
import type { Cast } from "./cast";
import type { Picture, Point } from "./picture";

interface Tag {
  element: HTMLElement;
  text: HTMLElement;
  sign: HTMLElement;
  says: HTMLElement;
}

/** How far above a head its label stands: as a share of the height, and at most. */
const LIFT = 0.25;
const LIFT_M = 0.28;

export class Labels {
  private readonly layer = document.createElement("div");
  private readonly tags = new Map<number, Tag>();
  private readonly at = new Vector3();

  constructor(
    host: HTMLElement,
    /** Called when the sign above a creature is pressed. */
    private readonly asked: (creature: number) => void,
  ) {
    this.layer.className = "labels";
    this.layer.setAttribute("aria-hidden", "true");
    host.append(this.layer);
  }

  private tag(id: number): Tag {
    let tag = this.tags.get(id);
    if (!tag) {
      const element = document.createElement("div");
      element.className = "tag";
      const [says, sign, text] = ["says", "sign", "name"].map((name) => {
        const part = document.createElement("span");
        part.className = name;
        element.append(part);
        return part;
      }) as [HTMLElement, HTMLElement, HTMLElement];
      sign.addEventListener("click", () => this.asked(id));
      this.layer.append(element);
      tag = { element, text, sign, says };
      this.tags.set(id, tag);
    }
    return tag;
  }

  show(picture: Picture, camera: PerspectiveCamera, cast: Cast, inEye: boolean): void {
    const gone = new Set(this.tags.keys());
    const [width, height] = [this.layer.clientWidth, this.layer.clientHeight];
    for (const { id, at, words } of picture.speech) {
      const key = id ?? -1;
      if (picture.creatures.some((creature) => creature.id === id)) continue;
      const thing = picture.things.find((thing) => thing.id === id);
      const place = thing ? { ...thing.at, y: thing.at.y + thing.half.y } : at;
      if (!place || thing?.hidden) continue;
      gone.delete(key);
      const tag = this.tag(key);
      this.put(tag, place, thing ? thing.half.y * 2 : 1, camera, [width, height]);
      set(tag.text, thing?.kind ?? "");
      set(tag.sign, "");
      set(tag.says, words);
    }
    for (const creature of picture.creatures) {
      const object = cast.object(creature.id);
      if (!object || creature.hidden) continue;
      if (inEye && creature.id === picture.chosen) continue;
      gone.delete(creature.id);
      const tag = this.tag(creature.id);
      const { x, z } = object.position;
      const top = { x, y: creature.at.y + creature.height, z };
      this.put(tag, top, creature.height, camera, [width, height]);
      set(tag.text, creature.name || creature.kind);
      tag.element.classList.toggle("chosen", creature.id === picture.chosen);
      const alarm = picture.alarms.find((alarm) => alarm.creature === creature.id);
      set(tag.sign, alarm?.sign ?? "");
      set(tag.says, picture.speech.find(({ id }) => id === creature.id)?.words ?? "");
    }
    for (const id of gone) {
      this.tags.get(id)?.element.remove();
      this.tags.delete(id);
    }
  }

  /** Over the top of something so tall; what is said is kept within the stage, so that who speaks outside of it is heard all the same. */
  private put(
    tag: Tag,
    top: Point,
    tall: number,
    camera: PerspectiveCamera,
    [width, height]: [number, number],
  ): void {
    this.at.set(top.x, top.y + Math.min(LIFT_M, tall * LIFT), top.z).project(camera);
    const behind = this.at.z > 1;
    let [x, y] = [((this.at.x + 1) / 2) * width, ((1 - this.at.y) / 2) * height];
    if (behind) [x, y] = [width - x, height];
    const speaks = tag.says.textContent !== "";
    if (speaks) {
      const half = tag.element.offsetWidth / 2 + 6;
      x = Math.min(width - half, Math.max(half, x));
      y = Math.min(height - 6, Math.max(tag.element.offsetHeight + 6, y));
    }
    tag.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
    tag.element.hidden = behind && !speaks;
  }
}

function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
