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
  origin: 'server',
});
