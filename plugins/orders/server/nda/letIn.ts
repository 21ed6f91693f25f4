import { defineJob, storedFiles, type Services, type StoredFiles, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { followClock } from '../clock.ts';
import { lockOrder, moveMatch, ordersDb, type Cause, type LockedMatch, type LockedOrder } from '../lifecycle.ts';
import { latestNda, partFiles, templateOf } from './agreements.ts';

/** Waiting orders of a company and a facility follow what became of the agreement between the two. */
export const ndaJob = defineJob({
  name: 'orders.nda',
  payload: z.object({ companyId: z.number().int(), facilityId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

/** Shows a facility the parts, or asks for the agreement that stands before them; goes as far as that allows now. */
export async function letIn(
  unit: Work,
  files: StoredFiles,
  order: LockedOrder,
  match: LockedMatch,
  cause: Cause,
): Promise<void> {
  const nda = order.ndaRequired ? await latestNda(unit, order.companyId, match.facilityId) : null;
  const open = !order.ndaRequired || nda?.status === 'APPROVED';
  const decided: Cause = { userId: nda?.decidedBy ?? null, reason: nda?.reason ?? '' };
  if (match.status === 'APPROVED' && !open) {
    await moveMatch(unit, order, match, 'ASK_NDA', cause);
    const template = await templateOf(unit, order.companyId);
    if (template !== null) await files.share(unit, [template], { facilityIds: [match.facilityId] });
  }
  const asked = match.status === 'NDA_UPLOAD_PENDING' || match.status === 'NDA_REJECTED';
  if (asked && nda?.status === 'PENDING') await moveMatch(unit, order, match, 'UPLOAD_NDA', cause);
  else if (asked && open) await moveMatch(unit, order, match, 'APPROVE_NDA', decided);
  else if (match.status === 'NDA_VERIFICATION_PENDING' && nda?.status === 'REJECTED') {
    await moveMatch(unit, order, match, 'REJECT_NDA', decided);
  } else if (match.status === 'NDA_VERIFICATION_PENDING' && open) {
    await moveMatch(unit, order, match, 'APPROVE_NDA', decided);
  }
  if (open && (match.status === 'APPROVED' || match.status === 'NDA_APPROVED')) {
    await unlock(unit, files, order, match);
  }
}

async function unlock(unit: Work, files: StoredFiles, order: LockedOrder, match: LockedMatch): Promise<void> {
  await moveMatch(unit, order, match, 'UNLOCK', { userId: null });
  await ordersDb(unit).updateTable('rfq_match').set({ unlocked_at: new Date() }).where('id', '=', match.id).execute();
  await files.share(unit, await partFiles(unit, order.id), { facilityIds: [match.facilityId] });
}

/** Those of an order that goes on after it was held. */
export async function letInWaiting(unit: Work, files: StoredFiles, order: LockedOrder, cause: Cause): Promise<void> {
  for (const match of order.matches) await letIn(unit, files, order, match, cause);
}

/** Each order in a transaction of its own; one that is on hold follows when it goes on. */
export async function onNda(services: Services, pair: z.output<typeof ndaJob.payload>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select o.id from rfq_match m join rfq_order o on o.id = m.order_id
    where m.facility_id = ${pair.facilityId} and o.company_id = ${pair.companyId} and o.status = 'DISTRIBUTED'
      and m.status in ('NDA_UPLOAD_PENDING', 'NDA_VERIFICATION_PENDING', 'NDA_REJECTED') order by o.id
  `.execute(services.db);
  const files = services.get(storedFiles);
  for (const { id } of rows) {
    await services.write(async (unit) => {
      const order = await lockOrder(unit, id);
      if (order.status !== 'DISTRIBUTED') return;
      await letInWaiting(
        unit,
        files,
        { ...order, matches: order.matches.filter(({ facilityId }) => facilityId === pair.facilityId) },
        { userId: null },
      );
      await followClock(unit, await lockOrder(unit, id));
    });
  }
}
