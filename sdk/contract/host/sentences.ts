import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone } from '../guard.ts';

/**
 * Tokens are keys of `said` (`scheduling.jobRunning`): what the server halves say in this language. Browsers ask for them
 * when the server first says something. English has none: its sentences travel with what is said. Carries an ETag.
 */
export const serverTexts = defineCall({
  id: 'host.serverTexts',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/translations/{key}/server',
  summary: 'Sentences of the server (`said` of errors and warnings) in one language.',
  guard: anyone,
  params: z.object({ key: z.string().regex(/^[a-z]{2}_[A-Z]{2}$/) }),
  response: z.record(z.string(), z.string()),
});
