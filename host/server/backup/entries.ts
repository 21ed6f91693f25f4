import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { Bytes, damaged, seal, unseal } from './sealed.ts';

/** What a backup holds, in this order: what it is of, the contents of files, the rows of tables, the sequences. */
const headSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('installation'),
    migrations: z.array(z.string()),
    /** Of the key that secrets are sealed with. */
    fingerprint: z.string().nullable(),
    /** That key itself, in an encrypted backup of an installation that has made it by itself. */
    secretKey: z.string().nullable(),
  }),
  z.object({ kind: z.literal('file'), sha256: z.string(), controlled: z.boolean() }),
  z.object({
    kind: z.literal('table'),
    schema: z.string(),
    name: z.string(),
    columns: z.array(z.string()),
    /** For a table that no module makes any more: itself, then what refers to others. */
    make: z.array(z.string()),
    refer: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('sequences'),
    values: z.array(
      z.object({
        schema: z.string(),
        table: z.string().nullable(),
        column: z.string().nullable(),
        name: z.string(),
        last: z.string(),
        called: z.boolean(),
      }),
    ),
  }),
]);
export type Head = z.infer<typeof headSchema>;

const tailSchema = z.object({ bytes: z.number(), sha256: z.string(), rows: z.number() });
export type Tail = z.infer<typeof tailSchema>;
const endSchema = z.object({ entries: z.number() });

export interface Part {
  head: Head;
  data: AsyncIterable<Buffer>;
  /** Once all data were read. */
  rows?: () => Promise<number>;
}

export interface Entry {
  head: Head;
  /** To be read to its end. */
  data: AsyncIterable<Buffer>;
  /** Then: what was written of it. */
  tail(): Tail;
}

const frameHead = 5;
const frame = (type: string, payload: Buffer): Buffer => {
  const head = Buffer.alloc(frameHead);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
};
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const longestFrame = 64 * 1024 * 1024;

async function* frames(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let entries = 0;
  for await (const { head, data, rows } of parts) {
    const hash = createHash('sha256');
    let bytes = 0;
    yield frame('H', json(head));
    for await (const chunk of data) {
      hash.update(chunk);
      bytes += chunk.length;
      yield frame('D', chunk);
    }
    const tail: Tail = { bytes, sha256: hash.digest('hex'), rows: (await rows?.()) ?? 0 };
    yield frame('T', json(tail));
    entries += 1;
  }
  yield frame('E', json({ entries }));
}

/** The bytes of a backup. */
export const writeEntries = (parts: AsyncIterable<Part>, key: string | undefined): AsyncIterable<Buffer> => {
  const packing = createGzip({ level: 1 });
  const plain = Readable.from(frames(parts), { objectMode: true, highWaterMark: 8 });
  plain.once('error', (error) => packing.destroy(error));
  // Who takes the bytes may have given up.
  packing.once('close', () => plain.destroy());
  return seal(plain.pipe(packing), key);
};

/** Checks everything while it is read. Throws an OperatorError for what is no backup, is damaged or cut. */
export async function* readEntries(file: string, key: string | undefined): AsyncGenerator<Entry> {
  const sealed = Readable.from(unseal(createReadStream(file, { highWaterMark: 512 * 1024 }), key));
  const unpacking = createGunzip();
  sealed.once('error', (error) => unpacking.destroy(error));
  const bytes = new Bytes(sealed.pipe(unpacking));
  const next = async () => {
    const head = await bytes.take(frameHead);
    const length = head.readUInt32BE(1);
    if (length > longestFrame) throw damaged();
    return { type: head.toString('latin1', 0, 1), payload: await bytes.take(length) };
  };
  const parse = <S extends z.ZodType>(schema: S, payload: Buffer): z.output<S> => {
    const parsed = schema.safeParse(JSON.parse(payload.toString('utf8')));
    if (!parsed.success) throw damaged();
    return parsed.data;
  };
  for (let count = 0; ; count += 1) {
    const first = await next();
    if (first.type === 'E') {
      if (parse(endSchema, first.payload).entries !== count || !(await bytes.isAtEnd())) throw damaged();
      return;
    }
    if (first.type !== 'H') throw damaged();
    let tail: Tail | undefined;
    async function* read(): AsyncGenerator<Buffer> {
      const hash = createHash('sha256');
      let size = 0;
      for (let one = await next(); ; one = await next()) {
        if (one.type === 'T') {
          tail = parse(tailSchema, one.payload);
          if (tail.bytes !== size || tail.sha256 !== hash.digest('hex')) throw damaged();
          return;
        }
        if (one.type !== 'D') throw damaged();
        hash.update(one.payload);
        size += one.payload.length;
        yield one.payload;
      }
    }
    const data = read();
    yield {
      head: parse(headSchema, first.payload),
      data,
      tail: () => {
        if (!tail) throw damaged();
        return tail;
      },
    };
    if (!tail) for await (const _rest of data);
  }
}
