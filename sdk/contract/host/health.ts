import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';

/** What the people who look after the server have to know before something stops. */
export const serverNoticeSchema = z.discriminatedUnion('kind', [
  /** `room`: bytes that files may still take; at 0 every upload is refused with STORAGE_FULL. */
  z.object({ kind: z.literal('DISK_NEARLY_FULL'), room: z.number().int().min(0) }),
  /** Nobody runs background jobs: files are not prepared and mails are not sent. `minutes`: the oldest waits for so long. */
  z.object({ kind: z.literal('NO_WORKER'), jobs: z.number().int(), minutes: z.number().int() }),
]);

/** None where all is well. */
export const serverNotices = defineCall({
  id: 'host.serverNotices',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/server/notices',
  summary: 'What is about to stop on the server: space for files, background work.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  response: z.array(serverNoticeSchema),
});
