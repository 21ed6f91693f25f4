import { extname } from 'node:path';
import type { FileRecord } from '@sinter/sdk/server';
import type { ByteRange, RangedReply } from '../http/bytes.ts';
import type { RequestContext } from '../http/context.ts';

/** By extension: what a file says of itself is not believed. */
const contentTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.stl': 'model/stl',
};

/** The bytes of a file that the caller may read. */
export const contentOf = ({ files }: RequestContext, file: FileRecord, download: boolean): RangedReply => ({
  size: file.size,
  contentType: contentTypes[extname(file.fileName).toLowerCase()] ?? 'application/octet-stream',
  etag: file.sha256,
  cache: file.controlled ? 'no-store' : 'private',
  downloadName: download ? file.fileName : undefined,
  open: async (range?: ByteRange) => (await files.read(file.sha256, { controlled: file.controlled, range })).stream,
});
