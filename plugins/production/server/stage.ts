import { orderProduction, type WorkStage } from '@sinter/sdk/contract/orders/production';
import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Lot } from './floor/types.ts';

/** Where an order stands follows from its lots. */
export const stageJob = defineJob({
  name: 'production.stage',
  payload: z.object({
    orderId: z.number().int(),
    facilityId: z.number().int(),
    /** Pieces went back: so may the order. */
    back: z.boolean(),
  }),
  lane: 'light',
  maxAttempts: 25,
});

/** Afterwards: here it would hold the order while somebody else plans its parts. */
export const stageAfter = (
  unit: Work,
  { orderId, facilityId }: Pick<Lot, 'orderId' | 'facilityId'>,
  back: boolean,
): Promise<void> =>
  unit.enqueue(stageJob, { orderId, facilityId, back }, { key: `production.stage:${facilityId}:${orderId}:${back}` });

export const onStage = (
  services: Services,
  { orderId, facilityId, back }: z.output<typeof stageJob.payload>,
): Promise<void> =>
  services.write(async (unit) => {
    const stage = await stageOf(unit, orderId, facilityId);
    if (stage) await services.get(orderProduction).reached(unit, facilityId, orderId, stage, back);
  });

/** How far the work is; `null` where no lot says so. */
async function stageOf(unit: Work, orderId: number, facilityId: number): Promise<WorkStage | null> {
  const { rows } = await sql<{ waits: boolean; kinds: string[] | null; all: string[] | null }>`
    select
      (select coalesce(bool_or(f.quantity + f.remake_quantity > f.scheduled), false)
        from rfq_order_file f where f.order_id = ${orderId}) as waits,
      (select array_agg(distinct s.kind) from lot l join lot_step s on s.lot_id = l.id
        where l.order_id = ${orderId} and l.facility_id = ${facilityId} and l.state = 'OPEN'
          and s.status not in ('COMPLETED', 'SKIPPED', 'CANCELLED')) as kinds,
      (select array_agg(distinct s.kind) from lot l join lot_step s on s.lot_id = l.id
        where l.order_id = ${orderId} and l.facility_id = ${facilityId} and l.state in ('OPEN', 'DONE')) as all
  `.execute(unit.db);
  const [found] = rows;
  if (!found?.all) return null;
  const open = new Set(found.kinds);
  if (found.waits || open.has('PRINT')) return 'PRINTING';
  if (open.has('POST')) return 'POST';
  // All is done: what is left is to be packed, after the last kind of step that there was.
  return found.all.includes('INSPECTION') ? 'INSPECTION' : found.all.includes('POST') ? 'POST' : null;
}
