import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { notKiosk } from '../guard.ts';

/** Goes to the members of the project. It carries no text: the receiver asks for what it shows. */
export const projectChanged = defineEvent({
  type: 'project.changed',
  summary: 'Something in a project was changed, or the receiver came into it or left it.',
  payload: z.object({ projectId: z.number().int() }),
  guard: notKiosk,
  origin: 'server',
});
