import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { provider } from '../guard.ts';

/** What became of a connection of a facility with a system of others. FAILED: the other side ended it. */
export const integrationChanged = defineEvent({
  type: 'integration.changed',
  summary: 'A facility was connected with another system, or is not any more.',
  payload: z.object({
    facilityId: z.number().int(),
    integration: z.enum(['QUICKBOOKS']),
    what: z.enum(['CONNECTED', 'DISCONNECTED', 'FAILED']),
  }),
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  origin: 'server',
});
