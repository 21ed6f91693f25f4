/** Why a package file is refused. Each has a sentence here, and one of the server's in every language. */
const sentences = {
  'not-a-zip': 'The file is not a zip.',
  'too-many-files': 'It has more than 2,000 files.',
  'too-large': 'It is larger than 50 MB when unpacked.',
  'file-too-large': '{file} is larger than 10 MB.',
  'bad-path': '{file} is not a path inside the package: letters, digits, _ . - @ and forward slashes, without “..”.',
  link: '{file} is a link. A package has files only.',
  twice: '{file} is there twice, or is a file and a folder.',
  'same-but-case': '{file} differs from another file only in small and capital letters.',
  encrypted: '{file} is encrypted, or packed in a way other than deflate.',
  broken: '{file} cannot be unpacked.',
  unlisted: '{file} is not listed in files.json.',
  missing: '{file} is missing.',
  changed: '{file} is not the file whose hash is in files.json.',
  'bad-json': '{file} cannot be read: {detail}',
  mismatch: 'plugin.json and files.json name another plugin or version.',
  'own-name': '{detail} is not the id of a vendor’s plugin: those are vendor.name.',
} as const;
export type PackageRule = keyof typeof sentences;

export class PackageFileError extends Error {
  override readonly name = 'PackageFileError';
  readonly rule: PackageRule;
  /** Path in the package; empty where it is the package itself. */
  readonly file: string;
  readonly detail: string;

  constructor(rule: PackageRule, file = '', detail = '') {
    const shown = file.slice(0, 200);
    super(sentences[rule].replace('{file}', shown).replace('{detail}', detail));
    this.rule = rule;
    this.file = shown;
    this.detail = detail.slice(0, 1000);
  }
}

export interface ZipEntry {
  name: string;
  packed: Uint8Array;
  deflated: boolean;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endSize, entrySize, localSize] = [22, 46, 30];
/** Sizes and counts that stand elsewhere, in the 64-bit form: no package is that large. */
const elsewhere = [0xffff, 0xffffffff];
const isLink = (attributes: number): boolean => ((attributes >>> 16) & 0o170000) === 0o120000;
const isFolder = (name: string): boolean => name.endsWith('/');

/**
 * The files of a zip by its directory, still packed. Strict: what readers of zips understand in different ways is refused, so that
 * nobody sees another content than was checked.
 */
export function readEntries(file: Uint8Array, most: number): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count > most || count === elsewhere[0]) throw new PackageFileError('too-many-files');
  if (start + view.getUint32(end + 12, true) !== end || view.getUint16(end + 8, true) !== count) {
    throw new PackageFileError('not-a-zip');
  }
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + entrySize > end || view.getUint32(at, true) !== entrySignature) throw new PackageFileError('not-a-zip');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const nameLength = view.getUint16(at + 28, true);
    const next = at + entrySize + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new PackageFileError('not-a-zip');
    const name = textOf(file.subarray(at + entrySize, at + entrySize + nameLength));
    if (isLink(view.getUint32(at + 38, true))) throw new PackageFileError('link', name);
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new PackageFileError('encrypted', name);
    if (elsewhere.includes(packedSize) || elsewhere.includes(size)) throw new PackageFileError('file-too-large', name);
    const local = view.getUint32(at + 42, true);
    const packed = dataOf(file, view, { local, name, packedSize, method, before: start });
    // An entry of a folder says nothing that the paths of its files do not.
    if (!isFolder(name)) entries.push({ name, packed, deflated: method === 8 });
    else if (packedSize > 2) throw new PackageFileError('bad-path', name);
    at = next;
  }
  if (at !== end) throw new PackageFileError('not-a-zip');
  return entries;
}

/** It stands at the very end, with nothing behind it. */
function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== endSignature) continue;
    if (at + endSize + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new PackageFileError('not-a-zip');
}

interface Placed {
  local: number;
  name: string;
  packedSize: number;
  method: number;
  /** Where the directory begins. */
  before: number;
}

/** What stands before the content has to say the same as the directory. */
function dataOf(file: Uint8Array, view: DataView, { local, name, packedSize, method, before }: Placed): Uint8Array {
  if (local + localSize > before || view.getUint32(local, true) !== localSignature) {
    throw new PackageFileError('broken', name);
  }
  const nameEnd = local + localSize + view.getUint16(local + 26, true);
  const start = nameEnd + view.getUint16(local + 28, true);
  if (start + packedSize > before) throw new PackageFileError('broken', name);
  const same = textOf(file.subarray(local + localSize, nameEnd)) === name && view.getUint16(local + 8, true) === method;
  if (!same) throw new PackageFileError('broken', name);
  return file.subarray(start, start + packedSize);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PackageFileError('bad-path', new TextDecoder().decode(bytes));
  }
}
