import type { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import rangeParser from 'range-parser';
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
  if (isFresh(request, reply)) {
    if ('stream' in answer) answer.stream.destroy();
    return reply.code(304).send();
  }
  reply.type(contentType);
  const type = downloadName !== undefined || !shownInPlace.test(contentType) ? 'attachment' : 'inline';
  reply.header('Content-Disposition', disposition(type, downloadName));

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

/** Does the browser have what this answer would hold? By the `ETag` that the answer already carries. */
export function isFresh(request: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  const { 'if-none-match': ifNoneMatch } = request.headers;
  // `Cache-Control` of the request is meant for caches on the way: clients that ask with an ETag send `no-cache` too.
  return typeof etag === 'string' && fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** One range; several at once, which nobody needs, get the whole, and so does what is no range. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  // RFC 9110, 14.1.1: a range that ends before it starts is to be ignored; range-parser calls it unsatisfiable.
  if (header === undefined || (from && to && Number(to) < Number(from))) return null;
  // 14.1.2: a longer suffix than there are bytes means all of them; range-parser calls it unsatisfiable.
  const parsed = rangeParser(size, from === '' && to ? `bytes=-${Math.min(Number(to), size)}` : header);
  if (parsed === -1) return 'unsatisfiable';
  const [range, another] = parsed === -2 || parsed.type !== 'bytes' ? [] : parsed;
  return range && !another ? range : null;
}

/** Both forms of RFC 6266 where a name needs it: plain for old programs, UTF-8 for the true name. */
export function disposition(type: 'attachment' | 'inline', name: string | undefined): string {
  // Without a fallback of ours, names in ISO 8859-1 would be sent as such bytes, which not every program reads.
  return contentDisposition(name, { type, fallback: name?.replace(/[^\x20-\x7e]|["\\%]/g, '_') });
}
