import type { FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import type { Upload } from '@sinter/sdk/server';
import { say } from '../say.ts';

const limits = { fields: 20, fieldSize: 10_000, fieldNameSize: 100, files: 1, parts: 21, headerPairs: 50 };

const malformed = (): CallError => new CallError('MALFORMED_BODY', say('uploadBroke'));

/**
 * The file of a form, as a stream: text fields in front of it are known at once, those behind it when it was read.
 * The stream fails, so that whoever writes it leaves nothing behind, when the file is too large or the sender is gone.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw new CallError('MALFORMED_BODY', say('needsMultipart'));
  const fields: Record<string, string> = {};
  const parts = request.parts({ limits: { ...limits, fileSize: maxBytes } });
  for (;;) {
    const part = await nextPart(parts);
    if (!part) throw new CallError('INVALID_INPUT', undefined, { fields: { file: say('fileMissing') } });
    if (part.type === 'field') {
      fields[part.fieldname] = storable(part.fieldname, String(part.value));
      continue;
    }
    if (part.fieldname !== 'file') {
      part.file.resume();
      throw new CallError('INVALID_INPUT', undefined, { fields: { file: say('fileField') } });
    }
    const { file, filename } = part;
    return {
      fileName: safeFileName(filename),
      fields,
      content: (async function* () {
        yield* received(file);
        if (file.truncated) throw new CallError('TOO_LARGE');
        // What follows the file is read too: a form that breaks off in the middle of it counts as not sent.
        for (let rest = await nextPart(parts); rest; rest = await nextPart(parts)) {
          if (rest.type === 'field') fields[rest.fieldname] = storable(rest.fieldname, String(rest.value));
          else rest.file.resume();
        }
      })(),
    };
  }
}

function storable(name: string, value: string): string {
  if (!value.includes('\0')) return value;
  throw new CallError('INVALID_INPUT', undefined, { fields: { [name]: say('unstorable') } });
}

/** Reads the rest of a refused form and forgets it: the next request comes over the same connection. */
export function discardUpload({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** A sender that is gone is no failure of ours. */
async function* received(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch(() => {
        throw malformed();
      });
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

type Parts = ReturnType<FastifyRequest['parts']>;

async function nextPart(parts: Parts) {
  try {
    const { done, value } = await parts.next();
    return done ? null : value;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_'))
      throw error;
    throw malformed();
  }
}

const longestName = 200;

/** The name without folders, control characters and direction marks; never empty. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).pop() ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (clean === '' || /^\.+$/.test(clean)) return 'file';
  if (clean.length <= longestName) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, longestName - extension.length) + extension;
}
