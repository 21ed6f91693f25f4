import { CallError } from '@sinter/sdk/contract';
import { holdingOf } from '@sinter/sdk/contract/quality/containment';
import type { Services, Work } from '@sinter/sdk/server';
import type { LockedJob } from './job.ts';
import { say } from './texts.ts';

type Asking = Pick<Services, 'get' | 'all'>;

/** Throws SLOT_TAKEN with the non-conformance that holds a machine: nothing is planned there. Lock the machine before. */
export async function requireNotHeld(
  services: Asking,
  unit: Pick<Services, 'db'>,
  facilityId: number,
  equipmentId: number,
): Promise<void> {
  const [holding] = await holdingOf(services, unit, facilityId, { equipmentIds: [equipmentId] });
  if (holding) {
    throw new CallError('SLOT_TAKEN', say('machineHeld', { ncr: holding.number }), { obstacle: 'QUALITY_HOLD' });
  }
}

/** Throws CONFLICT where a non-conformance holds the machine of a job, or what the job builds. */
export async function requireStartable(
  services: Asking,
  unit: Work,
  { id, facility_id: facilityId, equipment_id: equipmentId }: LockedJob,
): Promise<void> {
  const [machine] = await holdingOf(services, unit, facilityId, { equipmentIds: [equipmentId] });
  if (machine) throw new CallError('CONFLICT', say('machineHeld', { ncr: machine.number }));
  const [lot] = await holdingOf(services, unit, facilityId, { jobIds: [id] });
  if (lot) throw new CallError('CONFLICT', say('buildHeld', { ncr: lot.number }));
}
