import * as z from 'zod';
import { defineEvent } from './event.ts';

const id = z.number().int();

export const registryChanged = defineEvent({
  type: 'registry.changed',
  summary: 'Modules, flags or packages of a facility changed: ask for the manifest again.',
  payload: z.object({ facilityId: id.nullable() }),
  origin: 'server',
});

export const themeChanged = defineEvent({
  type: 'theme.changed',
  summary: 'A theme was published: ask for it again. Everybody of every facility and company is told.',
  payload: z.object({}),
  origin: 'server',
});

export const orderChanged = defineEvent({
  type: 'order.changed',
  summary: 'An order was created or something in it changed.',
  payload: z.object({ orderId: id, status: z.string() }),
  origin: 'server',
});

export const jobChanged = defineEvent({
  type: 'job.changed',
  summary: 'A job was created, moved, or changed its status.',
  payload: z.object({ jobId: id, facilityId: id, equipmentId: id, status: z.string() }),
  origin: 'server',
});

export const fileOperationChanged = defineEvent({
  type: 'file.operation_changed',
  summary: 'A file operation progressed or ended.',
  payload: z.object({ operationId: z.string(), fileId: id, status: z.string(), progress: z.number().min(0).max(1) }),
  origin: 'server',
});

export const filePreviewChanged = defineEvent({
  type: 'file.preview_changed',
  summary: 'The preview of a file is made, or cannot be made.',
  payload: z.object({ fileId: id, status: z.string() }),
  origin: 'server',
});

export const partsChanged = defineEvent({
  type: 'parts.changed',
  summary: "Something in the company's part inventory was added or changed: ask for it again.",
  payload: z.object({}),
  origin: 'server',
});

export const commentChanged = defineEvent({
  type: 'comment.changed',
  summary: 'A comment on an order, or on one of its parts, was written or changed.',
  payload: z.object({ orderId: id, orderFileId: id.nullable() }),
  origin: 'server',
});

/**
 * The page's stream of events is open again after a break. Nobody emits it: the page tells itself, so that what is shown
 * can be asked for anew.
 */
export const reconnected = defineEvent({
  type: 'stream.reconnected',
  summary: 'What happened in between may not have been told.',
  payload: z.object({}),
  origin: 'server',
});

/** Every event by its type: what is not listed here cannot be emitted. */
export const events = [
  registryChanged,
  themeChanged,
  orderChanged,
  jobChanged,
  commentChanged,
  fileOperationChanged,
  filePreviewChanged,
  partsChanged,
] as const;
