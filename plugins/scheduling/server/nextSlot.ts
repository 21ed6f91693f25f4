import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { nextSlot as call } from '@sinter/sdk/contract/scheduling/jobs';
import { holdingOf } from '@sinter/sdk/contract/quality/containment';
import type { CallContext } from '@sinter/sdk/server';
import { machineTime, slotTaken } from './reservations.ts';
import { gridMs, nextSlot } from './slots.ts';
import { readableTime } from './time.ts';
import { say } from './texts.ts';

/** Advice without a lock: saving checks again. */
export async function adviseSlot(
  context: CallContext,
  { query }: CallArguments<typeof call>,
): Promise<CallResult<typeof call>> {
  const { facilityId } = context;
  const machine = await context.db
    .selectFrom('equipment')
    .select(['id', 'hidden'])
    .where('id', '=', query.equipment)
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  if (!machine) throw new CallError('NOT_FOUND');
  if (machine.hidden) throw slotTaken({ obstacle: 'RETIRED' }, null);
  const [holding] = await holdingOf(context, context, facilityId, { equipmentIds: [machine.id] });
  if (holding) {
    const why = say('machineHeld', { ncr: holding.number });
    return { fromDate: null, toDate: null, reason: why.message, said: why.said, delayedBy: ['QUALITY_HOLD'] };
  }
  const now = Date.now();
  const asked = query.notBefore === undefined ? now : readableTime(query.notBefore);
  const notBefore = Math.max(now, asked);
  const except = query.excludeJobId === undefined ? [] : [query.excludeJobId];
  const wanted = { facilityId, equipmentId: machine.id, from: notBefore, except, now };
  const time = await machineTime(context, wanted);
  const build = { duration: query.totalHours * 3_600_000, materialId: query.material ?? null, notBefore };
  const { slot, delayedBy } = nextSlot(time, build);
  const past = asked < now - gridMs(time.calendar) ? (['PAST'] as const) : [];
  const found = { delayedBy: [...past, ...delayedBy] };
  if (slot) return { fromDate: String(slot.from), toDate: String(slot.to), ...found };
  const reason = delayedBy.at(-1) === 'STAFF' ? say('noStaffWithinYear') : say('noGapWithinYear');
  return { fromDate: null, toDate: null, reason: reason.message, said: reason.said, ...found };
}
