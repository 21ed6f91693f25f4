import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { notKiosk } from '../guard.ts';
/**
 * Goes to the company that owns the parts. It names no part, so that a list asks the server again with the rights of
 * its user.
 */
export const partsChanged = defineEvent({
  type: 'parts.changed',
  summary: "Something in the company's part inventory was added or changed: ask for it again.",
  payload: z.object({}),
  guard: notKiosk,
  origin: 'server',
});
