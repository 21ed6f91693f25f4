import { defineJob, storedFiles, type FacilityGains, type JobContext } from '@sinter/sdk/server';
import * as z from 'zod';
import { followClock } from '../clock.ts';
import { lockOrder, moveOrder } from '../lifecycle.ts';
import { match } from '../match.ts';
import { candidates, wantedBy } from './candidates.ts';
import { fits, judge } from './fit.ts';
import { judgeOrder } from './judge.ts';

/** Orders that are looked at in one go. */
const atOnce = 200;

/** Looks for orders that nobody could make and this facility can make now. `after`: the last one that was looked at. */
export const rematchJob = defineJob({
  name: 'orders.rematch',
  payload: z.object({ facilityId: z.number().int(), after: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

const keyOf = (facilityId: number) => ({ key: `unmatched orders for facility ${facilityId}` });

export const rematchWhatItGains: FacilityGains = {
  gained: (unit, facilityId) => unit.enqueue(rematchJob, { facilityId, after: 0 }, keyOf(facilityId)),
};

export async function rematch(
  context: JobContext,
  { facilityId, after }: z.output<typeof rematchJob.payload>,
): Promise<void> {
  const found = await context.db
    .selectFrom('rfq_order')
    .select('id')
    .where('status', '=', 'UNMATCHED')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const orders = await wantedBy(
    context.db,
    found.map(({ id }) => id),
  );
  const parts = [...orders.values()].flatMap((wanted) => wanted.parts);
  // Of no company's view: who has black-listed it is asked order by order.
  const able = await candidates(context.db, 0, parts, [facilityId]);
  for (const [orderId, wanted] of orders) {
    if (judge(wanted, able).some(fits)) await offer(context, orderId, facilityId);
  }
  const last = found.at(-1);
  if (!last || found.length < atOnce) return;
  await context.write((unit) => unit.enqueue(rematchJob, { facilityId, after: last.id }, keyOf(facilityId)));
}

async function offer(context: JobContext, orderId: number, facilityId: number): Promise<void> {
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    if (order.status !== 'UNMATCHED') return;
    if (!(await judgeOrder(unit, order, [facilityId])).some(fits)) return;
    await moveOrder(unit, order, 'MATCH_AGAIN', { userId: null });
    await match(unit, context.get(storedFiles), order);
    await followClock(unit, await lockOrder(unit, orderId));
  });
}
