import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone } from '../guard.ts';
import { lineSchema } from '../line.ts';

/** The page of a link by which somebody without an account sees one task and answers it (product 2, CAPA: the supplier's task). */

const token = z.string().min(20).max(200);

const guestTaskSchema = z.object({
  title: z.string(),
  note: z.string(),
  /** `YYYY-MM-DD` */
  dueOn: z.string().nullable(),
  /** The facility that asks. */
  place: z.string(),
  /** ISO; until when the link works. */
  until: z.string(),
  answered: z.object({ by: z.string(), text: z.string(), at: z.string() }).nullable(),
});
export type GuestTaskPage = z.infer<typeof guestTaskSchema>;

/** Refused with LINK_EXPIRED for a link that no longer works. */
export const readGuestTask = defineCall({
  id: 'host.guestTask',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/guest-tasks',
  summary: 'The one task that a link opens.',
  guard: anyone,
  ratePerMinute: 30,
  query: z.object({ token }),
  response: guestTaskSchema,
});

/** Refused as `readGuestTask`. A later answer takes the place of the one before. */
export const answerGuestTask = defineCall({
  id: 'host.answerGuestTask',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/guest-tasks',
  summary: 'Says that the task of a link is done, by whom, and what was done.',
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({ token, name: lineSchema(120).min(1), text: z.string().trim().min(1).max(4000) }),
  response: guestTaskSchema,
});
