// Names, speech and startled signs above heads, as text of the page. They repeat what panels say, so screen readers pass
// them over.
import { Vector3, type PerspectiveCamera } from "three";
import type { Cast } from "./cast";
import type { Picture } from "./picture";

interface Tag {
  element: HTMLElement;
  text: HTMLElement;
  sign: HTMLElement;
  says: HTMLElement;
}

const LIFT_M = 0.28;

export class Labels {
  private readonly layer = document.createElement("div");
  private readonly tags = new Map<number, Tag>();
  private readonly at = new Vector3();

  constructor(host: HTMLElement) {
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
      this.layer.append(element);
      tag = { element, text, sign, says };
      this.tags.set(id, tag);
    }
    return tag;
  }

  show(picture: Picture, camera: PerspectiveCamera, cast: Cast, inEye: boolean): void {
    const gone = new Set(this.tags.keys());
    const [width, height] = [this.layer.clientWidth, this.layer.clientHeight];
    for (const creature of picture.creatures) {
      const object = cast.object(creature.id);
      if (!object || creature.hidden) continue;
      if (inEye && creature.id === picture.chosen) continue;
      gone.delete(creature.id);
      const tag = this.tag(creature.id);
      this.at.copy(object.position);
      this.at.y += creature.height + LIFT_M;
      this.at.project(camera);
      const [x, y] = [((this.at.x + 1) / 2) * width, ((1 - this.at.y) / 2) * height];
      tag.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
      tag.element.hidden = this.at.z > 1;
      set(tag.text, creature.name || creature.kind);
      tag.element.classList.toggle("chosen", creature.id === picture.chosen);
      const alarm = picture.alarms.find((alarm) => alarm.creature === creature.id);
      set(tag.sign, alarm?.sign ?? "");
      set(tag.says, creature.says ?? "");
    }
    for (const id of gone) {
      this.tags.get(id)?.element.remove();
      this.tags.delete(id);
    }
  }
}

function set(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
