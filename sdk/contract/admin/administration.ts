import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
/**
 * `port`: of the mail server. Named in specification 7.6 (product 2, Email config). No handler yet: answers
 * UNFINISHED.
 */
export const readEmailConfig = defineCall({
  id: 'admin.emailConfig',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/email-config',
  summary: 'How the facility sends mail. The password of the mail server is never told.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    permissions: ['EMAIL_SETTINGS_EDITOR'],
    authority: 'ROLE_EMAIL_SETTINGS_EDITOR',
  }),
  response: z.object({
    senderName: z.string(),
    senderAddress: z.string(),
    replyTo: z.string().nullable(),
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    passwordSet: z.boolean(),
  }),
  unfinished: true,
});
