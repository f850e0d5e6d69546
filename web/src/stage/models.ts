// Where the models of bodies lie. A build for the playground takes `playground/models.ts` in its place (vite.config.ts).
const files = import.meta.glob("../../../bodies/*.glb", { query: "?url", import: "default", eager: true });

/** The address of a body's model. */
export function modelUrl(name: string): string | undefined {
  return files[`../../../bodies/${name}.glb`] as string | undefined;
}
