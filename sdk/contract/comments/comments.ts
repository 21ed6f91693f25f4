import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';

/** Comments on orders, parts, quotes and other objects (specification 7.4). */

const id = z.number().int();
/** Only the author's side sees an INTERNAL comment; both sides see a SHARED one (product 2, Order messages). */
const visibilitySchema = z.enum(['INTERNAL', 'SHARED']);
export type Visibility = z.infer<typeof visibilitySchema>;
const body = z.string().trim().min(1).max(10_000);

/** x, y and z. */
const vector = z.tuple([z.number(), z.number(), z.number()]);
/** What a comment, a file or an audit entry belongs to (specification 3.1). */
export const objectKindSchema = z.enum([
  'RFQ',
  'MATCH',
  'PROJECT',
  'TASK',
  'FILE',
  'VENDOR',
  'MATCH_FILE',
  'PROJECT_FILE',
  'MESSAGE',
  'JOB',
  'ENGINEER',
  'SERVICE_PROVIDER',
  'RFQ_WORKPLAN_ITEM',
  'RFQ_ORDER',
  'COMMENT',
  'ANSWER',
  'MARKETING',
  'MARKETING_URL',
  'TRAINING_MODULE',
  'TRAINING_MODULE_USER_RELATION_ID',
  'POST_POSTPROCESSING',
  'RFQ_WORKPLAN',
  'QMS_NCR',
  'QMS_NCR_MRB',
  'WORKPLAN_LOT',
  'RFQ_ORDER_FILE',
  'SUPPORT_DOCUMENT_ID',
  'ORDER_QUOTATION',
]);

export type ObjectKind = z.infer<typeof objectKindSchema>;

/**
 * Where on a part a comment is pinned, in millimetres of the mesh, and how its author looked at the part (product 2,
 * CAD viewer).
 */
export const commentPinSchema = z.object({
  fileId: id,
  position: vector,
  normal: vector,
  camera: z.object({ position: vector, target: vector, up: vector }),
});
export type CommentPin = z.infer<typeof commentPinSchema>;

/** A comment with what the caller may do with it (product 2, Order messages). */
export const commentSchema = z.object({
  id,
  objectKind: objectKindSchema,
  objectId: id,
  /** The comment that this one replies to. */
  parentId: id.nullable(),
  author: z.object({ id, name: z.string(), side: roleSchema }),
  /** Empty after the comment was deleted. */
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

/**
 * Refused with INVALID_INPUT when the object is neither an order (RFQ_ORDER) nor one of its parts (RFQ_ORDER_FILE);
 * with NOT_FOUND when the caller may not see the order (specification 7.4).
 */
export const listComments = defineCall({
  id: 'comments.list',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments',
  summary: 'Comments on an object that the user may see, oldest first; each side keeps at most 500.',
  guard: notKiosk,
  query: z.object({ objectKind: objectKindSchema, objectId: z.coerce.number().int().positive() }),
  response: z.array(commentSchema),
});

/**
 * A reply to an INTERNAL comment stays INTERNAL. Refused as `listComments`; with NOT_FOUND when `parentId` is itself
 * a reply or belongs elsewhere; with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file; with
 * INVALID_INPUT when a file is not of the own side, is controlled while the order is not, or the pin is on a mesh
 * that is not of this part; with CONFLICT when the own side has 500 comments there already, or when `eventId` was
 * used for another comment (specification 7.4; product 2, Order messages).
 */
export const addComment = defineCall({
  id: 'comments.add',
  owner: 'comments',
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
    /** As is usual on the object, unless given. */
    visibility: visibilitySchema.optional(),
    pin: commentPinSchema.nullable().default(null),
    fileIds: z.array(id).max(20).default([]),
  }),
  response: commentSchema,
});

/**
 * What is left out stays. Refused with NOT_FOUND when the caller may not see the comment; with FORBIDDEN when the
 * text changes and the caller is not its author or 15 minutes have passed, or when the caller may not resolve the
 * thread (specification 7.4; product 2, Order messages).
 */
export const updateComment = defineCall({
  id: 'comments.update',
  owner: 'comments',
  method: 'PUT',
  path: '/api/v1/comments',
  summary: "Changes the user's own comment within 15 minutes, or resolves a thread.",
  guard: notKiosk,
  body: z.object({ id, body: body.optional(), resolved: z.boolean().optional() }),
  response: commentSchema,
});

/**
 * Empties the comment and takes its files back from the other side. Refused with NOT_FOUND when the caller may not
 * see the comment; with FORBIDDEN when the caller is not its author or 15 minutes have passed (specification 7.4;
 * product 2, Order messages).
 */
export const deleteComment = defineCall({
  id: 'comments.delete',
  owner: 'comments',
  method: 'DELETE',
  path: '/api/v1/comments/{id}',
  summary: "Deletes the user's own comment; its place in the thread stays.",
  guard: notKiosk,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
