// Things without a model of their own: plain shapes with a little character.
import {
  BoxGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  TorusGeometry,
  type BufferGeometry,
} from "three";
import { named } from "./colours";
import type { ThingShape } from "./picture";

function solid(geometry: BufferGeometry, colour: Color, flat = true): Mesh {
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ color: colour, flatShading: flat }));
  mesh.castShadow = true;
  return mesh;
}

/** A shape whose middle is the origin. */
export function prop(thing: ThingShape): Group {
  const group = new Group();
  const { x, y, z } = thing.half;
  const colour = named(thing.colour);
  switch (thing.kind) {
    case "berry": {
      group.add(solid(new IcosahedronGeometry(x, 1), colour));
      const leaf = solid(new ConeGeometry(x * 0.5, x * 0.5, 5), named("green"));
      leaf.position.y = y;
      group.add(leaf);
      return group;
    }
    case "melon": {
      group.add(solid(new IcosahedronGeometry(x, 2), colour));
      for (let i = 0; i < 3; i += 1) {
        const stripe = solid(
          new TorusGeometry(x * 0.99, x * 0.05, 4, 18),
          colour.clone().multiplyScalar(0.6),
        );
        stripe.rotation.y = (i * Math.PI) / 3;
        group.add(stripe);
      }
      return group;
    }
    case "ball": {
      group.add(solid(new SphereGeometry(x, 16, 12), colour, false));
      const band = solid(new TorusGeometry(x * 0.97, x * 0.12, 6, 20), named("white"));
      band.rotation.set(1.2, 0.3, 0);
      group.add(band);
      return group;
    }
  }
  switch (thing.shape) {
    case "box":
      group.add(solid(new BoxGeometry(2 * x, 2 * y, 2 * z), colour));
      break;
    case "sphere":
      group.add(solid(new IcosahedronGeometry(x, 2), colour));
      break;
    case "cylinder":
      group.add(solid(new CylinderGeometry(x, x, 2 * y, 20), colour, false));
      break;
    default:
      group.add(solid(new CapsuleGeometry(x, Math.max(0.01, 2 * (y - x)), 4, 14), colour, false));
  }
  return group;
}

/** Frees what [`prop`] made. */
export function discard(group: Group): void {
  group.removeFromParent();
  group.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    node.geometry.dispose();
    (node.material as MeshLambertMaterial).dispose();
  });
}
