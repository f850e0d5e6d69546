// Where the models of bodies lie in the playground: files beside the page, and what was dropped on it.
const dropped = new Map<string, string>();

/** Keeps a dropped model under its name without folder and ending. */
export function keepModel(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  dropped.set(name, URL.createObjectURL(new Blob([bytes], { type: "model/gltf-binary" })));
}

/** The address of a body's model. */
export function modelUrl(name: string): string | undefined {
  return dropped.get(name) ?? new URL(`bodies/${name}.glb`, document.baseURI).href;
}
