import { CallError } from '@sinter/sdk/contract';
import { usualRetentionYears, type Keeping } from '@sinter/sdk/contract/orders/archive';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { CallContext, Work } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { ownMatch } from '../actions.ts';
import { hearers, lockOrder, ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { isProvider, requireVisible, viewersMatch, visible } from '../visibility.ts';

type Viewer = CallContext['user'];

/** For how many years the viewer's side keeps what it has put away. */
export const retentionYears = ({ facilityId, companyId }: Viewer): RawBuilder<number> => sql`coalesce((
  select years from archive_settings kept
  where kept.facility_id = ${facilityId}::bigint or kept.company_id = ${companyId}::bigint limit 1), ${usualRetentionYears})`;

/** Until when an order that was archived at `at` is kept. */
export const keptUntil = (viewer: Viewer, at: RawBuilder<unknown>): RawBuilder<string> =>
  sql`${isoTime(sql`(${at} + make_interval(years => ${retentionYears(viewer)}))`)}`;

/** Of the viewer's side, over `o` and `m`. */
export const holdColumn = (viewer: Viewer) => (isProvider(viewer) ? sql`m.legal_hold` : sql`o.legal_hold`);

export async function keepingOf(
  { user }: Pick<CallContext, 'user'>,
  { db }: Pick<CallContext, 'db'> | Work,
  orderId: number,
): Promise<Keeping> {
  const provider = isProvider(user);
  const { rows } = await sql<Keeping>`
    select ${holdColumn(user)} as "legalHold",
      case when ${provider ? sql`m.status` : sql`o.status`} = 'ARCHIVED' then (
        select ${keptUntil(user, sql`h.created_at`)} from order_history h
        where h.order_id = o.id and h.event = 'ARCHIVE' and ${provider ? sql`h.match_id = m.id` : sql`h.match_id is null`}
        order by h.id desc limit 1) end as "keptUntil"
    from rfq_order o ${viewersMatch(user)} where o.id = ${orderId} and ${visible(user)}
  `.execute(db);
  const [keeping] = rows;
  if (!keeping) throw new CallError('NOT_FOUND');
  return keeping;
}

/** Throws CONFLICT while the viewer's side keeps the order under legal hold: nothing of it may be altered or removed. */
export async function requireNoHold(
  { user }: Pick<CallContext, 'user'>,
  db: QueryExecutorProvider,
  orderId: number,
): Promise<void> {
  const { rows } = await sql`
    select from rfq_order o ${viewersMatch(user)} where o.id = ${orderId} and ${holdColumn(user)} is not null
  `.execute(db);
  if (rows.length > 0) throw new CallError('CONFLICT', say('underLegalHold', { order: `#${orderId}` }));
}

/** `lifted`: there is none any more. The other side learns of neither. */
export async function changeHold(
  context: CallContext,
  orderId: number,
  { reason, lifted }: { reason: string; lifted: boolean },
): Promise<Keeping> {
  await requireVisible(context, orderId);
  return context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    const match = ownMatch(context, order);
    const { legalHold: before } = await keepingOf(context, unit, orderId);
    if (lifted && before === null) return keepingOf(context, unit, orderId);
    const hold = lifted ? null : { at: new Date().toISOString(), by: await nameOf(unit, context.user.userId), reason };
    const legal_hold = hold && JSON.stringify(hold);
    const db = ordersDb(unit);
    if (match) await db.updateTable('rfq_match').set({ legal_hold }).where('id', '=', match.id).execute();
    else await db.updateTable('rfq_order').set({ legal_hold }).where('id', '=', orderId).execute();
    await unit.audit({
      action: lifted ? 'order.hold_lifted' : 'order.hold_set',
      objectKind: match ? 'MATCH' : 'RFQ',
      objectId: String(match?.id ?? orderId),
      facilityId: match?.facilityId ?? null,
      before,
      after: hold ?? { reason },
    });
    const all = hearers(order, match ? [match] : []);
    const status = match?.status ?? order.status;
    await unit.emit(
      orderChanged,
      { orderId, status },
      match ? { ...all, companyIds: [] } : { ...all, facilityIds: [] },
    );
    return keepingOf(context, unit, orderId);
  });
}

async function nameOf({ db }: Work, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from app_user where id = ${userId}
  `.execute(db);
  return rows[0]?.name ?? '';
}

export async function readYears({ db, user }: Pick<CallContext, 'db' | 'user'>): Promise<{ years: number }> {
  const { rows } = await sql<{ years: number }>`select ${retentionYears(user)}::int as years`.execute(db);
  return { years: rows[0]?.years ?? usualRetentionYears };
}

export async function saveYears(context: CallContext, { years }: { years: number }): Promise<{ years: number }> {
  const { facilityId: facility_id, companyId: company_id } = context.user;
  await context.write(async (unit) => {
    const before = await readYears({ db: unit.db, user: context.user });
    await ordersDb(unit)
      .insertInto('archive_settings')
      .values({ facility_id, company_id, years })
      .onConflict((conflict) =>
        conflict.column(facility_id === null ? 'company_id' : 'facility_id').doUpdateSet({ years }),
      )
      .execute();
    await unit.audit({
      action: 'order.retention_saved',
      objectKind: facility_id === null ? 'COMPANY' : 'FACILITY',
      objectId: String(facility_id ?? company_id),
      before,
      after: { years },
    });
  });
  return readYears(context);
}
