import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { changeNcr } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { qualitySettings } from '../settings.ts';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { columnsOf, requireDraft, searchText } from './draft.ts';
import { followShown } from './files.ts';
import { lockFor, remember, requireOpen, requireVersion, touch, type LockedNcr } from './lock.ts';
import { tellAssigned, tellShown } from './notices.ts';
import { readOf } from './read.ts';

export async function change(context: CallContext, { params, body }: CallArguments<typeof changeNcr>) {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    requireVersion(ncr, body.version);
    requireOpen(ncr, 'CHANGE');
    const before = await qualityDb(unit)
      .selectFrom('ncr')
      .selectAll()
      .where('id', '=', ncr.id)
      .executeTakeFirstOrThrow();
    const { version: _version, ...draft } = body;
    await requireDraft(context, draft, settings, {
      kept: {
        type: before.type,
        severity: before.severity,
        defectId: before.defect_id,
        assigneeId: before.assignee_id,
      },
    });
    const customerVisible = draft.customerVisible && ncr.order !== null && !ncr.order.internal;
    if (!customerVisible && ncr.rows.some(({ state }) => state === 'CUSTOMER')) {
      throw new CallError('NOT_POSSIBLE', say('customerAsked'));
    }
    await fitRows(unit, ncr, draft.affectedQuantity);
    await qualityDb(unit)
      .updateTable('ncr')
      .set({
        ...columnsOf(draft),
        customer_visible: customerVisible,
        due_at: draft.dueAt === null ? null : new Date(draft.dueAt),
        search_text: searchText(ncr.number, ncr.batch, draft),
      })
      .where('id', '=', ncr.id)
      .execute();
    const shown = customerVisible !== ncr.customerVisible;
    const now = { ...ncr, customerVisible, title: draft.title, assigneeId: draft.assigneeId };
    if (shown) await followShown(context, unit, now);
    await remember(unit, ncr, {
      what: 'CHANGE',
      by: user.userId,
      before: { title: before.title, severity: before.severity, affectedQuantity: before.affected_quantity },
      after: { title: draft.title, severity: draft.severity, affectedQuantity: draft.affectedQuantity },
    });
    // Whoever was shown it until now hears too.
    await touch(unit, { ...now, customerVisible: customerVisible || ncr.customerVisible });
    if (draft.assigneeId !== ncr.assigneeId) await tellAssigned(unit, now, user.userId);
    if (shown && customerVisible) await tellShown(unit, now, user.userId);
  });
  return readOf(context, params.id);
}

/** More pieces, or fewer: as pieces without a disposition. Throws NOT_POSSIBLE where fewer of these are there than are taken away. */
async function fitRows(unit: Work, ncr: LockedNcr, quantity: number): Promise<void> {
  let difference = quantity - ncr.affectedQuantity;
  if (difference === 0) return;
  const db = qualityDb(unit);
  const pending = ncr.rows.filter(({ state }) => state === 'PENDING');
  if (difference > 0) {
    const [first] = pending;
    if (first)
      await db
        .updateTable('ncr_row')
        .set({ quantity: first.quantity + difference })
        .where('id', '=', first.id)
        .execute();
    else {
      await sql`insert into ncr_row (ncr_id, quantity) values (${ncr.id}, ${difference})`.execute(unit.db);
    }
    return;
  }
  for (const row of pending) {
    const taken = Math.min(row.quantity, -difference);
    if (taken === 0) break;
    if (taken === row.quantity) await db.deleteFrom('ncr_row').where('id', '=', row.id).execute();
    else
      await db
        .updateTable('ncr_row')
        .set({ quantity: row.quantity - taken })
        .where('id', '=', row.id)
        .execute();
    difference += taken;
  }
  if (difference < 0)
    throw new CallError('NOT_POSSIBLE', say('fewerPending', { pieces: ncr.affectedQuantity - quantity + difference }));
}
