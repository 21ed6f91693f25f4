import { inflateRawSync } from 'node:zlib';
import { GeometryError } from '../errors.ts';
import { say } from '../say.ts';

interface Entry {
  offset: number;
  packed: number;
  size: number;
  method: number;
  encrypted: boolean;
}

const totalBudget = 400_000_000;
const maxRatio = 200;
/** A small file may compress better than the ratio allows; below this size a bomb does no harm. */
const freeSize = 1 << 20;
const maxEntries = 20_000;

const cut = (): GeometryError => new GeometryError('INVALID_CONTENT', say('archiveBroken'));

/**
 * The files of a zip archive, read when needed. Refuses archives that are cut off, whose sizes differ from the
 * directory, whose entries overlap, and that grow more than 200 times or beyond 400 MB in total.
 */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  #inflated = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#readDirectory();
  }

  has(path: string): boolean {
    return this.#entries.has(normalize(path));
  }

  paths(): string[] {
    return [...this.#entries.keys()];
  }

  read(path: string): Uint8Array | undefined {
    const entry = this.#entries.get(normalize(path));
    if (!entry) return undefined;
    if (entry.encrypted) throw new GeometryError('INVALID_CONTENT', say('archiveEncrypted'));
    if (entry.size > freeSize && entry.size > entry.packed * maxRatio) throw this.#tooLarge();
    this.#inflated += entry.size;
    if (this.#inflated > totalBudget) throw this.#tooLarge();
    const data = this.#packedBytes(entry);
    if (entry.method === 0) {
      if (entry.size !== entry.packed) throw cut();
      return data;
    }
    if (entry.method !== 8) {
      throw new GeometryError('INVALID_CONTENT', say('archiveMethod'));
    }
    let content: Uint8Array;
    try {
      content = inflateRawSync(data, {
        maxOutputLength: Math.max(1, entry.size),
        // With one byte to spare the content comes in one chunk and is not copied.
        chunkSize: Math.max(1024, entry.size + 1),
      });
    } catch {
      // Wrong data, cut data, or more data than the directory declares.
      throw cut();
    }
    if (content.length !== entry.size) throw cut();
    return content;
  }

  #tooLarge(): GeometryError {
    return new GeometryError('TOO_LARGE', say('archiveBomb'));
  }

  #packedBytes(entry: Entry): Uint8Array {
    const at = entry.offset;
    if (at + 30 > this.#bytes.length || this.#view.getUint32(at, true) !== 0x04034b50) throw cut();
    const start = at + 30 + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true);
    if (start + entry.packed > this.#bytes.length) throw cut();
    return this.#bytes.subarray(start, start + entry.packed);
  }

  #readDirectory(): void {
    const view = this.#view;
    const bytes = this.#bytes;
    let end = bytes.length - 22;
    const lowest = Math.max(0, end - 65_535);
    while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < lowest || end < 0) throw cut();
    let count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    if (end >= 20 && view.getUint32(end - 20, true) === 0x07064b50) {
      const record = Number(view.getBigUint64(end - 12, true));
      if (record + 56 > bytes.length || view.getUint32(record, true) !== 0x06064b50) throw cut();
      count = Number(view.getBigUint64(record + 32, true));
      at = Number(view.getBigUint64(record + 48, true));
    }
    if (count > maxEntries) throw new GeometryError('TOO_LARGE', say('archiveTooMany'));

    const decoder = new TextDecoder();
    const spans: [number, number][] = [];
    for (let i = 0; i < count; i++) {
      if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw cut();
      const nameLength = view.getUint16(at + 28, true);
      const extraLength = view.getUint16(at + 30, true);
      const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
      if (leavesArchive(name)) {
        throw new GeometryError('INVALID_CONTENT', say('archiveOutside'));
      }
      const entry: Entry = {
        offset: view.getUint32(at + 42, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        method: view.getUint16(at + 10, true),
        encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      };
      this.#readZip64(entry, at + 46 + nameLength, extraLength);
      if (entry.offset + 30 + entry.packed > bytes.length) throw cut();
      spans.push([entry.offset, entry.offset + 30 + entry.packed]);
      if (!name.endsWith('/')) this.#entries.set(normalize(name), entry);
      at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    }
    spans.sort((a, b) => a[0] - b[0]);
    let covered = 0;
    for (const [start, stop] of spans) {
      if (start < covered) throw new GeometryError('INVALID_CONTENT', say('archiveOverlap'));
      covered = stop;
    }
  }

  /** Sizes and offsets beyond 32 bits are in an extra field, in this order, for those whose bits are all 1. */
  #readZip64(entry: Entry, start: number, length: number): void {
    const end = Math.min(start + length, this.#bytes.length);
    for (let at = start; at + 4 <= end;) {
      const id = this.#view.getUint16(at, true);
      const size = this.#view.getUint16(at + 2, true);
      if (id === 1) {
        let field = at + 4;
        const next = (): number => {
          if (field + 8 > end) throw cut();
          field += 8;
          return Number(this.#view.getBigUint64(field - 8, true));
        };
        if (entry.size === 0xffffffff) entry.size = next();
        if (entry.packed === 0xffffffff) entry.packed = next();
        if (entry.offset === 0xffffffff) entry.offset = next();
      }
      at += 4 + size;
    }
  }
}

/** Nothing is ever written under these names, but an archive with such a name is not an honest model. */
function leavesArchive(name: string): boolean {
  return /(^|[\\/])\.\.([\\/]|$)|^[a-z]:|\0/i.test(name);
}

/** Part names are compared without case and without the leading slash. */
function normalize(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
