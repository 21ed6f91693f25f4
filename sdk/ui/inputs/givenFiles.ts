/** A file that the user dropped or chose. */
export interface GivenFile {
  /** File name with its folders: `gearbox/housing.stl`. */
  path: string;
  /** `null` when the system does not allow reading it. */
  file: File | null;
}

/** A user who drops a whole disk by mistake must not wait until all of it was looked through. */
const mostLookedAt = 20_000;
/** Files that operating systems add to folders. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

/**
 * The dropped files, and those in dropped folders, by path. Call it inside the event handler: the browser forgets the
 * files afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<GivenFile[]> {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return [...files].map((file) => ({ path: file.name, file }));
  const found: GivenFile[] = [];
  for (const entry of entries) await look(entry, found);
  return byPath(found);
}

/** The files chosen in the system's dialog; a chosen folder gives everything in it. */
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
    // Each call gives at most a hundred entries; an empty answer is the last one.
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
