import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { notKiosk } from '../guard.ts';
import { objectKindSchema } from './comments.ts';

/** Goes to those who may read the comment. It carries no text: the receiver asks for the thread. */
export const commentChanged = defineEvent({
  type: 'comment.changed',
  summary: 'A comment on an object was written or changed.',
  payload: z.object({ objectKind: objectKindSchema, objectId: z.number().int() }),
  guard: notKiosk,
  subject: { area: 'comments', id: 'objectId' },
  origin: 'server',
});

/** Goes to those who may read the comment, as `commentChanged`, and names the order that it belongs to (product 6). */
export const messageCreated = defineEvent({
  type: 'order.message.created',
  summary: 'A message on an order, one of its parts or quotes was written or shared.',
  payload: z.object({
    orderId: z.number().int(),
    objectKind: objectKindSchema,
    objectId: z.number().int(),
    commentId: z.number().int(),
  }),
  guard: notKiosk,
  subject: { area: 'comments', id: 'orderId' },
  origin: 'server',
});
