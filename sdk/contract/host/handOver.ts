import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { sessionUserSchema } from './session.ts';

/**
 * The session that the browser had ends, and one of the kiosk's account takes its place: for a tablet that an administrator sets up.
 * It lasts longer than those of people. Refused with NOT_FOUND unless `userId` is a kiosk of the active facility; with
 * FORBIDDEN when the caller sends a bearer token in place of a browser's session.
 */
export const handOver = defineCall({
  id: 'host.handOver',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/kiosks/{userId}/session',
  summary: 'Signs this browser in to the account of a kiosk, and its caller out.',
  guard: provider('SP_TEAM_EDITOR'),
  reauthenticate: true,
  params: z.object({ userId: z.coerce.number().int().positive() }),
  response: sessionUserSchema,
});
