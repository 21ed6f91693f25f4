import { quoteDays } from '@sinter/sdk/contract/orders/orders';
import type { StoredFiles, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import {
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from '../lifecycle.ts';
import { letIn } from '../nda/letIn.ts';
import type { Candidate } from './fit.ts';

/** Sends an order to these facilities; one that is out of it is asked again. */
export async function sendTo(
  unit: Work,
  files: StoredFiles,
  order: LockedOrder,
  facilities: readonly Candidate[],
  cause: Cause,
): Promise<void> {
  const db = ordersDb(unit);
  const at = new Date();
  const had = new Set(order.matches.map(({ facilityId }) => facilityId));
  const added = facilities.filter(({ id }) => !had.has(id));
  if (added.length > 0) {
    await db
      .insertInto('rfq_match')
      .values(
        added.map(({ id, relation }) => ({
          order_id: order.id,
          facility_id: id,
          status: 'CREATED',
          held_from: null,
          relation,
          created_at: at,
        })),
      )
      .execute();
  }
  const sent = await lockOrder(unit, order.id);
  await moveOrder(unit, sent, 'SEND', cause);
  await db
    .updateTable('rfq_order')
    .set({ quote_due_at: dueAt(order, at) })
    .where('id', '=', order.id)
    .execute();
  for (const match of sent.matches) {
    const asked = facilities.find(({ id }) => id === match.facilityId);
    if (!asked) continue;
    if (had.has(match.facilityId)) await askAgain(unit, sent, match, asked);
    else await moveMatch(unit, sent, match, 'APPROVE', { userId: null });
    await letIn(unit, files, sent, match, { userId: null });
  }
}

/** What it quoted before no longer holds. */
async function askAgain(unit: Work, order: LockedOrder, match: LockedMatch, { relation }: Candidate): Promise<void> {
  await moveMatch(unit, order, match, 'ASK_AGAIN', { userId: null });
  match.internal = relation === 'INTERNAL';
  await ordersDb(unit).updateTable('rfq_match').set({ relation }).where('id', '=', match.id).execute();
  await sql`
    update quote set valid_until = least(valid_until, now()) where match_id = ${match.id}
  `.execute(unit.db);
}

/** A date that the buyer gave holds; whoever is asked later has as long as those who were asked first. */
function dueAt({ quoteDueAt, matches }: LockedOrder, at: Date): Date {
  const usual = new Date(at.getTime() + quoteDays * 86_400_000);
  if (!quoteDueAt || quoteDueAt < at) return usual;
  return matches.length === 0 || quoteDueAt > usual ? quoteDueAt : usual;
}
