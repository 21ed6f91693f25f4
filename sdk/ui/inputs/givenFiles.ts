/** A file that somebody dropped or chose. */
export interface GivenFile {
  /** With the folders it came in: `gearbox/housing.stl`. */
  path: string;
  /** `null` when the system does not let it be read. */
  file: File | null;
}

/** Nobody means to upload more at a time; somebody who drops a whole disk must not wait for all of it. */
const mostLookedAt = 20_000;
/** What systems put into folders by themselves. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

/** What was dropped, with what is in dropped folders, by path. Call it in the event itself: the browser forgets. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<GivenFile[]> {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return [...files].map((file) => ({ path: file.name, file }));
  const found: GivenFile[] = [];
  for (const entry of entries) await look(entry, found);
  return byPath(found);
}

/** What was chosen with the system's dialog; a chosen folder gives everything in it. */
export function chosenFiles(files: Iterable<File>): GivenFile[] {
  const given = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const isFolder = given.some(({ path }) => path.includes('/'));
  return isFolder ? byPath(given.filter(({ file }) => !isSystemFile(file.name))) : given;
}

async function look(entry: FileSystemEntry, found: GivenFile[]): Promise<void> {
  if (found.length >= mostLookedAt || isSystemFile(entry.name)) return;
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null);
    found.push({ path, file });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // At most a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(
      () => null,
    );
    if (some === null) found.push({ path, file: null });
    if (!some || some.length === 0) return;
    for (const one of some) await look(one, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const byPath = (files: GivenFile[]): GivenFile[] =>
  files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
