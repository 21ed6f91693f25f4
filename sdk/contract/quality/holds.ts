import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member } from '../guard.ts';

/** What open non-conformances hold now, as the schedule shows it (product 2, Process NCR). */

const id = z.number().int();

/** Who sees the schedule, and who works on non-conformances. */
const planner = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'ENTERPRISE_SCHEDULER_VIEW', 'QUALITY_MANAGEMENT_ACCESS'],
  notOnly: ['LOT_USER'],
});

/**
 * A non-conformance that holds something. `ncrId`: `null` for who may not open it. `title`: empty for who may not know what it is
 * about; its number is told to everybody whom it stops.
 */
export const ncrHolderSchema = z.object({ number: z.string(), title: z.string(), ncrId: id.nullable() });
export type NcrHolder = z.infer<typeof ncrHolderSchema>;

const by = z.array(ncrHolderSchema);

/** At most so many machines and builds are told, the newest builds first. */
export const mostHeld = 1000;

/** A build is held while any lot of it is; lots of export-controlled orders are told to who is cleared. */
export const listHeld = defineCall({
  owner: 'quality',
  flag: 'QUALITY_MANAGEMENT',
  id: 'quality.held',
  method: 'GET',
  path: '/api/v1/quality/holds',
  summary: 'Machines and builds of the active facility that open non-conformances hold, with what holds them.',
  guard: planner,
  response: z.object({
    machines: z.array(z.object({ equipmentId: id, by })),
    jobs: z.array(z.object({ jobId: id, by })),
  }),
});

/** Tells no more than that: what is held is asked for. */
export const holdsChanged = defineEvent({
  type: 'quality.holds_changed',
  summary: 'A non-conformance of a facility holds something more, or something less.',
  payload: z.object({}),
  guard: planner,
  origin: 'server',
});
