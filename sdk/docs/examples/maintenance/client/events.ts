import { defineEvent } from '@sinter/sdk/contract/event';
import { anyProvider } from '@sinter/sdk/contract/guard';
import * as z from 'zod';

/** Published by this plugin; every open browser of the facility hears of it. */
export const maintenanceDone = defineEvent({
  type: 'sinter-labs.maintenance.done',
  summary: 'Somebody has maintained a machine, or changed when that is to be done.',
  payload: z.object({ equipmentId: z.number().int() }),
  guard: anyProvider('It says which machine, and nothing of what it builds.'),
  origin: 'server',
});
