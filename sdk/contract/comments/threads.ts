import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { supplierSchema } from '../named.ts';
import { commentSchema, objectKindSchema, visibilitySchema } from './comments.ts';

/** Threads of an order with its parts and quotes: one list, what each person has read, and who sees it (product 2, Order messages). */

const id = z.number().int();
const idParam = z.coerce.number().int().positive();
const named = z.object({ id, name: z.string() });
const count = z.number().int();
const ofObject = { objectKind: objectKindSchema, objectId: idParam };

export const threadFilters = ['ALL', 'UNREAD', 'MINE', 'UNRESOLVED', 'INTERNAL'] as const;

export const threadSchema = z.object({
  /** Of its first comment. */
  id,
  objectKind: objectKindSchema,
  objectId: id,
  visibility: visibilitySchema,
  /** With which facility the buyer shares it, or whose own it is; `null`: the buyer's own, or for every facility. */
  facility: supplierSchema.nullable(),
  author: z.object({ name: z.string(), side: roleSchema }),
  /** How it begins; empty where that was deleted. */
  begins: z.string(),
  comments: count,
  /** Of others, that this person has not read. */
  unread: count,
  resolved: z.boolean(),
  resolvedBy: z.string().nullable(),
  last: z.object({ by: z.string(), on: z.string() }),
});
export type Thread = z.infer<typeof threadSchema>;

/** What threads can be about: the object itself, a part of it (with its file name), a quote (with its facility and revision). */
export const threadSubjectSchema = z.object({
  objectKind: objectKindSchema,
  objectId: id,
  name: z.string(),
  /** In place of the name of a quote's facility. */
  number: supplierSchema.shape.number,
  revision: count.nullable(),
  /** Where only one facility reads threads on it. */
  facilityId: id.nullable(),
});
export type ThreadSubject = z.infer<typeof threadSubjectSchema>;

export const threadPageSchema = z.object({
  about: z.object({ name: z.string(), link: z.string() }),
  subjects: z.array(threadSubjectSchema),
  /** Whose order it is. */
  company: named,
  /** Those that the buyer can write to; for a facility, itself. */
  facilities: z.array(supplierSchema),
  /** Whether this person may write here; else they read only. */
  writes: z.boolean(),
  threads: z.array(threadSchema),
  totalCount: count,
  /** Comments in all threads here that this person has not read. */
  unread: count,
});
export type ThreadPage = z.infer<typeof threadPageSchema>;

/** Refused with INVALID_INPUT when the object is no order; with NOT_FOUND when the caller may not see it or its parts. */
export const listThreads = defineCall({
  id: 'comments.threads',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments/threads',
  summary: 'Threads on an object and on what belongs to it, as far as the user may read them; the latest first.',
  guard: notKiosk,
  query: z.object({
    ...ofObject,
    show: z.enum(threadFilters).default('ALL'),
    /** Only those on this one: `RFQ_ORDER_FILE 17`. */
    on: z.string().max(60).default(''),
    page: z.coerce.number().int().min(0).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: threadPageSchema,
});

/** Refused with NOT_FOUND when there is no such thread for the caller. */
export const readThread = defineCall({
  id: 'comments.thread',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments/threads/{id}',
  summary: 'One thread with all comments in it that the user may read, oldest first.',
  guard: notKiosk,
  params: z.object({ id: idParam }),
  response: z.object({ thread: threadSchema, comments: z.array(commentSchema) }),
});

/**
 * The first comment of an internal thread becomes visible to the other side, and of the replies those named: no other.
 * Refused with NOT_FOUND as `readThread`; with FORBIDDEN when it is not of the own side; with CONFLICT when it is shared
 * already; with INVALID_INPUT when a reply is not of this thread, or the buyer names no facility that reads the object.
 */
export const shareThread = defineCall({
  id: 'comments.share',
  owner: 'comments',
  method: 'POST',
  path: '/api/v1/comments/threads/{id}/share',
  summary: 'Shares an internal thread with the other side. Replies stay internal unless they are named.',
  guard: notKiosk,
  params: z.object({ id: idParam }),
  body: z.object({
    /** Which facility sees it from now on. A facility leaves it out: its customer does. */
    facilityId: id.nullable().default(null),
    replyIds: z.array(id).max(1000).default([]),
  }),
  response: commentSchema,
});

export const seeThread = defineCall({
  id: 'comments.see',
  owner: 'comments',
  method: 'PUT',
  path: '/api/v1/comments/threads/{id}/seen',
  summary: 'The user has read a thread up to this comment.',
  guard: notKiosk,
  params: z.object({ id: idParam }),
  body: z.object({ upTo: id }),
  response: z.object({ success: z.literal('true') }),
});

/** Refused as `listThreads`. */
export const seeAll = defineCall({
  id: 'comments.seeAll',
  owner: 'comments',
  method: 'PUT',
  path: '/api/v1/comments/seen',
  summary: 'The user has read all threads on an object and on what belongs to it.',
  guard: notKiosk,
  body: z.object({ objectKind: objectKindSchema, objectId: id }),
  response: z.object({ success: z.literal('true') }),
});

/** Refused as `listThreads`. */
export const countUnreadComments = defineCall({
  id: 'comments.unread',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments/unread',
  summary: 'How many comments on an object and on what belongs to it the user has not read.',
  guard: notKiosk,
  query: z.object(ofObject),
  response: z.object({ unread: count }),
});

/** Refused as `listComments`. */
export const listMentionable = defineCall({
  id: 'comments.people',
  owner: 'comments',
  method: 'GET',
  path: '/api/v1/comments/people',
  summary: 'People who would see a comment on an object: of the own side, and where it is shared those who take part.',
  guard: notKiosk,
  query: z.object({
    ...ofObject,
    visibility: visibilitySchema,
    /** With which facility the buyer shares it; those of all unless given. */
    facilityId: idParam.optional(),
  }),
  response: z.array(z.object({ id, name: z.string(), side: roleSchema })),
});
