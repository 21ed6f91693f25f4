import * as z from 'zod';
import { defineCall } from '../call.ts';
import { notKiosk } from '../guard.ts';
import { fileDtoSchema } from './files.ts';

/**
 * Uploads in pieces, for files of several GiB over connections that break: begin, send pieces in order, ask how far it
 * is after a break, and the last piece answers the file. Only who began an upload sees it; one that nobody touched for
 * a day is forgotten.
 */

const uploadId = z.string().uuid();

/** How far an upload is. */
export const uploadSchema = z.object({
  uploadId,
  /** Bytes that are safe on the server: the next piece begins here. */
  received: z.number().int().nonnegative(),
  size: z.number().int().positive(),
  /** Bytes of a piece the server likes best. */
  pieceSize: z.number().int().positive(),
  /** Once everything is there. */
  file: fileDtoSchema.nullable(),
});
export type UploadState = z.infer<typeof uploadSchema>;

/**
 * Refused with TOO_LARGE beyond the limit of `readAppConfig`; with STORAGE_FULL when the file does not fit on the
 * disk; with CONFLICT when `uploadId` was begun for another file, or when too many uploads are in progress.
 */
export const beginUpload = defineCall({
  id: 'host.beginUpload',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/uploads',
  summary: 'Begins an upload in pieces. The same `uploadId` sent again answers how far it is.',
  guard: notKiosk,
  ratePerMinute: 600,
  body: z.object({
    /** Made by the caller, so that a lost answer does no harm. */
    uploadId,
    fileName: z.string().min(1).max(500),
    size: z.number().int().positive(),
    /** Export controlled: kept apart from the first byte on. */
    itar: z.boolean().default(false),
  }),
  response: uploadSchema,
});

/** Refused with NOT_FOUND when the caller has no such upload. */
export const uploadState = defineCall({
  id: 'host.uploadState',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/uploads/{uploadId}',
  summary: 'How far an upload is.',
  guard: notKiosk,
  params: z.object({ uploadId }),
  response: uploadSchema,
});

/**
 * Refused with NOT_FOUND when the caller has no such upload; with CONFLICT when the piece leaves a gap or another
 * piece is being added; with INVALID_INPUT when it is empty; with RATE_LIMITED when the user sends too many pieces at
 * once.
 */
export const uploadPiece = defineCall({
  id: 'host.uploadPiece',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/uploads/{uploadId}/pieces/{offset}',
  summary:
    'Adds a piece (multipart field `file`) that begins at `offset`. A piece that is there already is not added again; one that leaves a gap is refused with CONFLICT.',
  guard: notKiosk,
  accepts: 'multipart',
  ratePerMinute: 6000,
  params: z.object({ uploadId, offset: z.coerce.number().int().nonnegative() }),
  response: uploadSchema,
});

/** Removes what was received so far. */
export const cancelUpload = defineCall({
  id: 'host.cancelUpload',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/uploads/{uploadId}',
  summary: 'Forgets an upload and what came of it so far.',
  guard: notKiosk,
  params: z.object({ uploadId }),
  response: z.object({ success: z.literal('true') }),
});
