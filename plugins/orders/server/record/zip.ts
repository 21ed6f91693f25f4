import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

/** Clocks and time zones are not in it: the same contents are the same bytes, wherever they are written. */
const fixed = { mtime: new Date(2020, 0, 1), forceDosTimestamp: true, mode: 0o100644, compress: true };

export interface Written {
  path: string;
  size: number;
  sha256: string;
}

/** A zip file that is read while it is written; of what goes in, one piece at a time is in memory. */
export class ZipStream {
  readonly written: Written[] = [];
  readonly #zip = new yazl.ZipFile();
  readonly #out = new PassThrough();
  readonly #over = new AbortController();

  constructor() {
    this.#zip.outputStream.pipe(this.#out);
    this.#zip.on('error', (error: Error) => this.fail(error));
    this.#out.once('close', () => this.#over.abort());
    this.#out.on('error', () => {});
  }

  /** The bytes of the zip file. Who stops reading stops what is being added. */
  get bytes(): AsyncIterable<Uint8Array> {
    return this.#out;
  }

  /** Resolves when all of it is in. */
  async add(path: string, content: Readable): Promise<void> {
    const hash = createHash('sha256');
    let size = 0;
    const counted = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    this.#zip.addReadStream(counted, path, fixed);
    await pipeline(content, counted, { signal: this.#over.signal });
    this.written.push({ path, size, sha256: hash.digest('hex') });
  }

  addText(path: string, text: string): Promise<void> {
    return this.add(path, Readable.from([Buffer.from(text)]));
  }

  end(): void {
    this.#zip.end();
  }

  /** Who reads it gets this error. */
  fail(error: Error): void {
    this.#out.destroy(error);
  }
}
