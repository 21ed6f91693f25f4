import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone, notKiosk, signedIn } from '../guard.ts';

/** Stored files: sending one in one piece, and its bytes. */

const id = z.coerce.number().int().positive();

/** Specification 3 (Media config), 7.1. */
export const mediaConfig = defineCall({
  id: 'host.mediaConfig',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/media-config',
  summary: 'Addresses that files are served from; export-controlled ones have their own.',
  guard: signedIn,
  response: z.object({ mediaURL: z.string(), itarMediaURL: z.string() }),
});

/** A stored file. `size` in bytes. */
export const fileDtoSchema = z.object({
  id: z.number().int(),
  fileName: z.string(),
  size: z.number().int(),
  /** Relative to the media address; carries its own short-lived right where the file is export controlled. */
  fileURL: z.string(),
});

export type FileDto = z.infer<typeof fileDtoSchema>;

/**
 * The field `itar` has to come before the file. Refused with INVALID_INPUT when `itar` is neither `true` nor `false`,
 * comes after the file, or the file is empty; with TOO_LARGE beyond the limit of `readAppConfig`; with STORAGE_FULL
 * when the disk is full (specification 7.7; product 3.11).
 */
export const uploadFile = defineCall({
  id: 'host.uploadFile',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/files',
  summary:
    'Stores a file (multipart field `file`) and answers its id. The text field `itar` set to `true` makes it export controlled.',
  guard: notKiosk,
  accepts: 'multipart',
  ratePerMinute: 600,
  response: fileDtoSchema,
});

/**
 * Refused with NOT_FOUND when there is no such file or the caller may not see it; with EXPORT_CONTROLLED when it is
 * controlled and the caller is not cleared (product 3.11).
 */
export const fileContent = defineCall({
  id: 'host.fileContent',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/files/{id}/content',
  summary: 'The bytes of a file the user may see.',
  guard: notKiosk,
  produces: 'stream',
  params: z.object({ id }),
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
  response: z.unknown(),
});

/**
 * For a program beside the browser, such as a tray tool. Decides again at the moment of reading. Refused with NOT_FOUND
 * when the ticket was changed or made up, the person may no longer see the file, or it became export controlled; with
 * LINK_EXPIRED when the ticket was used, is older than five minutes, or the session it was given to is over (product 6).
 */
export const ticketContent = defineCall({
  id: 'host.ticketContent',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/file-tickets/{ticket}',
  summary: 'The bytes behind a ticket for one use within five minutes, with the right of the person it was given to.',
  guard: anyone,
  produces: 'stream',
  ratePerMinute: 300,
  params: z.object({ ticket: z.string().max(1000) }),
  response: z.unknown(),
});
