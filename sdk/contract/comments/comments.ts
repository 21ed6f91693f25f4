import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { supplierSchema } from '../named.ts';

/** Comments on orders, parts, quotes and other objects (specification 7.4). */

const id = z.number().int();
/** Only the author's side sees an INTERNAL comment; both sides see a SHARED one (product 2, Order messages). */
export const visibilitySchema = z.enum(['INTERNAL', 'SHARED']);
export type Visibility = z.infer<typeof visibilitySchema>;
/** Characters of one comment. */
export const mostCharacters = 10_000;
const body = z.string().trim().min(1).max(mostCharacters);
/** Files of one comment. */
export const mostFiles = 20;
/** Bytes of one attachment. */
export const mostAttached = 25 * 1024 * 1024;
/** So many people are told by one comment. */
const mentions = z.array(id).max(20);

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
  /** Which facility reads it beside the buyer, or whose own it is; `null`: the buyer's own, or for every facility. */
  facility: supplierSchema.nullable(),
  /** People whom it names and told. */
  mentions: z.array(z.object({ id, name: z.string() })),
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
  may: z.object({ edit: z.boolean(), resolve: z.boolean(), share: z.boolean() }),
});
export type Comment = z.infer<typeof commentSchema>;

/**
 * Refused with INVALID_INPUT when the object is no order (RFQ_ORDER), part (RFQ_ORDER_FILE) or quote (ORDER_QUOTATION);
 * with NOT_FOUND when the caller may not see it (specification 7.4).
 */
export const listComments = defineCall({
  id: 'comments.list',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments',
  summary: 'Comments on an object that the user may see, oldest first; two sides keep at most 500 each.',
  guard: notKiosk,
  query: z.object({ objectKind: objectKindSchema, objectId: z.coerce.number().int().positive() }),
  response: z.array(commentSchema),
});

/** Refused as `listComments`. */
export const mayComment = defineCall({
  id: 'comments.writes',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments/writes',
  summary: 'Whether the user may write comments on an object that they may read.',
  guard: notKiosk,
  query: listComments.query,
  response: z.object({ writes: z.boolean() }),
});

/**
 * A reply to an INTERNAL comment stays INTERNAL. What a buyer shares is for one facility: without `facilityId` each
 * facility that works on the object gets a thread of its own, and the first one is answered. Refused as `listComments`;
 * with NOT_FOUND when `parentId` is itself a reply or belongs elsewhere; with NOT_FOUND or EXPORT_CONTROLLED when the
 * caller may not see a file; with INVALID_INPUT when a file is not of the own side, is too large, is controlled while the
 * order is not, the pin is on a mesh that is not of this part, somebody who is mentioned would not see it, or the
 * facility does not see the object; with CONFLICT when the own side has 500 comments there already, or when `eventId`
 * was used for another comment (specification 7.4; product 2, Order messages).
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
    /** Unless given: of a reply as its thread; else a buyer shares, and a facility does not. */
    visibility: visibilitySchema.optional(),
    /** The facility that a buyer shares it with. */
    facilityId: id.nullable().default(null),
    mentions: mentions.default([]),
    pin: commentPinSchema.nullable().default(null),
    fileIds: z.array(id).max(mostFiles).default([]),
  }),
  response: commentSchema,
});

/**
 * What is left out stays. Refused with NOT_FOUND when the caller may not see the comment; with FORBIDDEN when the
 * text changes and the caller is not its author or 15 minutes have passed, or when the caller may not resolve the
 * thread; with INVALID_INPUT when somebody who is mentioned would not see it (specification 7.4; product 2, Order
 * messages).
 */
export const updateComment = defineCall({
  id: 'comments.update',
  owner: 'comments',
  method: 'PUT',
  path: '/api/v1/comments',
  summary: "Changes the user's own comment within 15 minutes, or resolves a thread.",
  guard: notKiosk,
  body: z.object({ id, body: body.optional(), mentions: mentions.optional(), resolved: z.boolean().optional() }),
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
