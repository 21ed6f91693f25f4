import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod';
import { OperatorError } from '../operatorError.ts';

/**
 * A file in pieces that are each encrypted and authenticated, in their order, the last one marked: what was changed,
 * cut or put together from two is noticed. Without a key the key is empty: then it keeps from damage, not from readers.
 */

const headerSchema = z.object({
  sinter: z.literal('backup'),
  format: z.literal(1),
  createdAt: z.string(),
  encrypted: z.boolean(),
  salt: z.string(),
});
export type SealHeader = z.infer<typeof headerSchema>;

const pieceBytes = 256 * 1024;
const longestHeader = 1000;
const tagBytes = 16;
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const keyOf = (key: string | undefined, salt: string): Buffer =>
  scryptSync(key ?? '', Buffer.from(salt, 'base64url'), 32, cost);

/** The number of the piece, and whether it is the last. */
function nonceOf(count: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(last ? 1 : 0, 0);
  nonce.writeUIntBE(count, 4, 6);
  return nonce;
}

export async function* seal(content: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  const salt = randomBytes(16).toString('base64url');
  const encrypted = key !== undefined;
  const header: SealHeader = { sinter: 'backup', format: 1, createdAt: new Date().toISOString(), encrypted, salt };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const secret = keyOf(key, salt);
  let count = 0;
  const piece = (bytes: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(count, last)).setAAD(line);
    count += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(last ? 1 : 0, 0);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  yield line;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield piece(Buffer.concat(waiting), false);
    waiting = [];
    size = 0;
  }
  yield piece(Buffer.concat(waiting), true);
}

/** Throws an OperatorError for what is no backup, is damaged, or was sealed with another key. */
export async function* unseal(file: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  const reader = new Bytes(file);
  const line = await reader.line(longestHeader);
  const header = readHeader(line);
  if (header.encrypted && key === undefined) {
    throw new OperatorError('This backup is encrypted: give its key in BACKUP_KEY or BACKUP_KEY_FILE.');
  }
  const secret = keyOf(header.encrypted ? key : undefined, header.salt);
  for (let count = 0, last = false; !last; count += 1) {
    const head = await reader.take(5);
    last = head.readUInt8(0) === 1;
    const length = head.readUInt32BE(1);
    if (length > 64 * pieceBytes) throw damaged();
    const sealed = await reader.take(length + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(count, last), { authTagLength: tagBytes });
    decipher.setAAD(line).setAuthTag(sealed.subarray(length));
    let content: Buffer;
    try {
      content = Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()]);
    } catch {
      throw count === 0 && header.encrypted
        ? new OperatorError('This backup was encrypted with another key, or it is damaged.')
        : damaged();
    }
    yield content;
  }
  if (!(await reader.isAtEnd())) throw damaged();
}

export const damaged = (): OperatorError =>
  new OperatorError('This backup is damaged or incomplete: nothing was changed.');

function readHeader(line: Buffer): SealHeader {
  try {
    return headerSchema.parse(JSON.parse(line.toString('utf8')));
  } catch {
    throw new OperatorError('This file is no backup of this product.');
  }
}

/** Takes exactly as many bytes as are asked for from a stream of pieces. */
export class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let size = this.#rest.length;
    while (size < length) {
      const next = await this.#source.next();
      if (next.done) throw damaged();
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }

  async line(longest: number): Promise<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) return this.take(end + 1);
      const next = this.#rest.length < longest ? await this.#source.next() : { done: true as const, value: undefined };
      if (next.done) return this.#rest;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#source.next()).done === true;
  }
}
