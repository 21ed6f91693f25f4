import * as z from 'zod';
import { defineCall } from './call.ts';
import { roleSchema } from './enums.ts';
import { notKiosk } from './guard.ts';
import { fileDtoSchema } from './host.ts';
import { objectKindSchema } from './vocabulary.ts';

/** Comments on orders, parts, quotes and other objects (specification 7.4). */

const id = z.number().int();
/** `INTERNAL` comments are seen by the author's side only. */
const visibilitySchema = z.enum(['INTERNAL', 'SHARED']);
const body = z.string().trim().min(1).max(10_000);

const vector = z.tuple([z.number(), z.number(), z.number()]);
/** Where on a part a comment is pinned, in millimetres of the mesh, and how the writer looked at it. */
export const commentPinSchema = z.object({
  fileId: id,
  position: vector,
  normal: vector,
  camera: z.object({ position: vector, target: vector, up: vector }),
});
export type CommentPin = z.infer<typeof commentPinSchema>;

export const commentSchema = z.object({
  id,
  objectKind: objectKindSchema,
  objectId: id,
  /** Answers this comment. */
  parentId: id.nullable(),
  author: z.object({ id, name: z.string(), side: roleSchema }),
  /** Empty once deleted. */
  body: z.string(),
  visibility: visibilitySchema,
  pin: commentPinSchema.nullable(),
  attachments: z.array(fileDtoSchema),
  /** ISO dates and times. */
  createdOn: z.string(),
  editedOn: z.string().nullable(),
  deleted: z.boolean(),
  resolved: z.boolean(),
  /** What this caller may do with it now. */
  may: z.object({ edit: z.boolean(), resolve: z.boolean() }),
});
export type Comment = z.infer<typeof commentSchema>;

export const listComments = defineCall({
  id: 'orders.comments',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/comments',
  summary: 'Comments on an object that the user may see, oldest first; each side keeps at most 500.',
  guard: notKiosk,
  query: z.object({ objectKind: objectKindSchema, objectId: z.coerce.number().int().positive() }),
  response: z.array(commentSchema),
});

export const addComment = defineCall({
  id: 'orders.addComment',
  owner: 'orders',
  method: 'POST',
  path: '/api/v1/comments',
  summary: 'Adds a comment with files of the own side. The same `eventId` sent twice adds one.',
  guard: notKiosk,
  body: z.object({
    eventId: z.string().uuid(),
    objectKind: objectKindSchema,
    objectId: id,
    parentId: id.nullable().default(null),
    body,
    visibility: visibilitySchema,
    pin: commentPinSchema.nullable().default(null),
    fileIds: z.array(id).max(20).default([]),
  }),
  response: commentSchema,
});

export const updateComment = defineCall({
  id: 'orders.updateComment',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/comments',
  summary: "Changes the user's own comment within 15 minutes, or resolves a thread.",
  guard: notKiosk,
  body: z.object({ id, body: body.optional(), resolved: z.boolean().optional() }),
  response: commentSchema,
});

export const deleteComment = defineCall({
  id: 'orders.deleteComment',
  owner: 'orders',
  method: 'DELETE',
  path: '/api/v1/comments/{id}',
  summary: "Deletes the user's own comment; its place in the thread stays.",
  guard: notKiosk,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
