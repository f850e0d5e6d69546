// Files that a person gives: dropped on the page or chosen. They are used here and sent nowhere.
import { choose, tell, welcome } from "../store";
import { ask } from "./carrier";
import { filesOf } from "./dropped";
import { guestCharacter, guestScenario } from "./guest";
import { keepModel } from "./models";

const letters = new TextEncoder();

/** A file's name as others may name it: small letters, digits and dashes. */
function plain(name: string): string {
  const stem = name.replace(/\.[^.]*$/, "").toLowerCase();
  return (
    stem
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 24) || "file"
  );
}

const megabytes = (bytes: number): string => `${Math.round((bytes / (1 << 20)) * 10) / 10} MB`;

/** Keeps a text under a name. */
export async function keepText(name: string, text: string): Promise<void> {
  const scenarios = await ask({ ask: "keep", name, bytes: letters.encode(text) });
  if (welcome.value) welcome.value = { ...welcome.value, scenarios };
}

/** Keeps a scenario that may be wrong, and plays it if it is not; gives the sentence that says what is wrong. */
export async function playScenario(name: string, text: string): Promise<string | null> {
  await keepText(`scenarios/${name}.kdl`, text);
  const [wrong] = await ask({ ask: "check", name: `scenarios/${name}.kdl`, text });
  if (wrong)
    return `${wrong.file}, line ${wrong.line}: ${wrong.message}${wrong.hint ? ` (${wrong.hint})` : ""}`;
  choose({ scenario: name });
  return null;
}

let models = 0;

async function takeModel(file: File): Promise<string | null> {
  // A model of the same name may be another one.
  models += 1;
  const name = `${plain(file.name)}-${models}`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [model, character] = [`bodies/${name}.glb`, `characters/${name}.kdl`];
  await ask({ ask: "keep", name: model, bytes });
  keepModel(name, bytes);
  await keepText(character, guestCharacter(model));
  return playScenario(name, guestScenario(name, character));
}

async function takeText(file: File): Promise<string | null> {
  const [name, text] = [plain(file.name), await file.text()];
  if (IS_SCENARIO.test(text)) return playScenario(name, text);
  if (/^\s*place\b/m.test(text) && !/^\s*character\b/m.test(text)) {
    await keepText(`places/${name}.kdl`, text);
    tell(`Kept as places/${name}.kdl: a scenario may name it.`);
    return null;
  }
  const character = `characters/${name}.kdl`;
  const [wrong] = await ask({ ask: "check", name: character, text });
  if (wrong)
    return `${wrong.file}, line ${wrong.line}: ${wrong.message}${wrong.hint ? ` (${wrong.hint})` : ""}`;
  await keepText(character, text);
  tell(
    `Kept as ${character}: a scenario may name it. Scenarios that did so already play with it from now on.`,
  );
  return null;
}

async function takeRecording(file: File): Promise<string | null> {
  await ask({ ask: "replay", bytes: new Uint8Array(await file.arrayBuffer()) });
  tell("This recording is played again; the story says at its end whether its digest is the same.");
  return null;
}

/** What is done with a file, by how its name ends, and how large it may be. */
const KINDS: { ending: RegExp; most: number; take(file: File): Promise<string | null> }[] = [
  { ending: /\.(glb|gltf)$/i, most: 16 << 20, take: takeModel },
  { ending: /\.kdl$/i, most: 1 << 20, take: takeText },
  { ending: /\.piaget$/i, most: 16 << 20, take: takeRecording },
];

/** Takes what was dropped on the page. */
export async function takeDropped(dropped: DataTransfer): Promise<void> {
  const { files, empty } = await filesOf(dropped);
  for (const folder of empty)
    tell(
      `The folder “${folder}” holds no scenario, character (.kdl), body (.glb) or recording (.piaget).`,
      true,
    );
  await takeFiles(files);
}

const IS_SCENARIO = /^\s*scenario\b/m;

/** The place of a file's kind in the list, -1 for none; a scenario comes after the texts that it may name. */
async function placeOf(file: File): Promise<number> {
  const at = KINDS.findIndex(({ ending }) => ending.test(file.name));
  const most = KINDS[at]?.most ?? 0;
  const named = /\.kdl$/i.test(file.name) && file.size <= most;
  return named && IS_SCENARIO.test(await file.text().catch(() => "")) ? at + 0.5 : at;
}

/** Takes files, what may be named before what may name it. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const places = await Promise.all(files.map(placeOf));
  const order = files.map((_, i) => i).sort((a, b) => places[a]! - places[b]!);
  for (const i of order) {
    const [file, kind] = [files[i]!, KINDS[Math.floor(places[i]!)]];
    if (!kind) {
      tell(
        `“${file.name}” is no file of the playground: scenarios and characters end with .kdl, bodies with .glb, recordings with .piaget.`,
        true,
      );
      continue;
    }
    if (file.size > kind.most) {
      tell(`“${file.name}” has ${megabytes(file.size)}; at most ${megabytes(kind.most)} are taken.`, true);
      continue;
    }
    try {
      const wrong = await kind.take(file);
      if (wrong) tell(`“${file.name}” cannot be played: ${wrong}`, true);
    } catch (error) {
      tell(`“${file.name}” cannot be used: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  }
}
