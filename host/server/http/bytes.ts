import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileReply } from '@sinter/sdk/server';

export interface ByteRange {
  /** Both included. */
  start: number;
  end: number;
}

/** Bytes that can be read from anywhere: the answer may be a part. */
export interface RangedReply extends Omit<FileReply, 'stream' | 'size'> {
  size: number;
  open(range?: ByteRange): Promise<Readable>;
}

const cacheControl = {
  immutable: 'private, max-age=31536000, immutable',
  private: 'private, no-cache',
  'no-store': 'no-store',
} as const;

/** Types a browser may show in place; everything else is offered as a download, whatever the file says of itself. */
const shownInPlace =
  /^(?:image\/(?:png|jpeg|gif|webp)|text\/plain|application\/(?:json|pdf|octet-stream)|model\/stl)\b/;

export async function sendBytes(request: FastifyRequest, reply: FastifyReply, answer: FileReply | RangedReply) {
  const { contentType, downloadName, etag, cache = 'private' } = answer;
  reply.header('Cache-Control', cacheControl[cache]);
  if (etag) reply.header('ETag', `"${etag}"`);
  if (etag && matches(request.headers['if-none-match'], etag)) {
    if ('stream' in answer) answer.stream.destroy();
    return reply.code(304).send();
  }
  reply.type(contentType);
  const disposition = downloadName !== undefined || !shownInPlace.test(contentType) ? 'attachment' : 'inline';
  reply.header('Content-Disposition', disposition + fileNameParameter(downloadName));

  if ('stream' in answer) {
    if (answer.size !== undefined) reply.header('Content-Length', answer.size);
    return reply.send(answer.stream);
  }
  reply.header('Accept-Ranges', 'bytes');
  const { size } = answer;
  const ifRange = request.headers['if-range'];
  const asked = ifRange === undefined || ifRange === `"${etag}"` ? parseRange(request.headers.range, size) : null;
  if (asked === 'unsatisfiable') return reply.code(416).header('Content-Range', `bytes */${size}`).send();
  if (asked) {
    reply.code(206).header('Content-Range', `bytes ${asked.start}-${asked.end}/${size}`);
    reply.header('Content-Length', asked.end - asked.start + 1);
    return reply.send(await answer.open(asked));
  }
  reply.header('Content-Length', size);
  return reply.send(await answer.open());
}

export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === `"${etag}"` || one.trim() === '*');
}

/** One range; several at once, which nobody needs, get the whole. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return start > end || (from === '' && Number(to) === 0) ? 'unsatisfiable' : { start, end };
}

/** Both forms of RFC 6266: plain for old programs, UTF-8 for the true name. */
function fileNameParameter(name: string | undefined): string {
  if (name === undefined) return '';
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
