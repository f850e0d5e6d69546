// The files of what was dropped on the page: files, and those of folders.

/** How deep folders are looked into, and how many of their files are taken. */
const DEEPEST = 4;
const MOST_FILES = 200;
/** What is looked for in a folder; anything else that lies there is left alone. */
const OURS = /\.(kdl|glb|gltf|piaget)$/i;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, failed) => entry.file(done, failed));

/** All entries of a folder, of which a browser tells some at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0 || found.length > MOST_FILES) return found;
    found.push(...some);
  }
}

async function look(entry: FileSystemEntry, depth: number, found: File[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile && OURS.test(entry.name)) found.push(await fileOf(entry as FileSystemFileEntry));
  if (!entry.isDirectory || depth >= DEEPEST) return;
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await look(inner, depth + 1, found);
}

/** What was dropped. It must be asked at once, in the event itself. */
export function filesOf(dropped: DataTransfer): Promise<{ files: File[]; empty: string[] }> {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  const names = new Set(folders.map((folder) => folder.name));
  return inFolders(
    [...dropped.files].filter((file) => !names.has(file.name)),
    folders,
  );
}

/** Files, and what of ours lies in folders; the names of folders that hold nothing of it. */
export async function inFolders(
  files: File[],
  folders: FileSystemDirectoryEntry[],
): Promise<{ files: File[]; empty: string[] }> {
  const empty: string[] = [];
  for (const folder of folders) {
    const found: File[] = [];
    await look(folder, 0, found);
    if (found.length === 0) empty.push(folder.name);
    files.push(...found);
  }
  return { files, empty };
}
