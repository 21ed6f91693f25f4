import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { readCode } from '@sinter/sdk/contract/codes';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type * as calls from '@sinter/sdk/contract/quality/passport';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { passportOf } from './facts.ts';
import { issuedColumns, issuedOf, issuePassport, type IssuedRow } from './issue.ts';
import { isCleared, isProvider, readable, requireLot, requireReader, seenLots, seesOrder } from './sight.ts';

const countedTo = 1_000;
const shortestText = 3;
const like = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** What a text finds: a lot or an order by its number, printed code included, and orders by their texts. */
function matching(text: string): RawBuilder<unknown> {
  if (text === '') return sql`true`;
  const code = readCode(text);
  if (code?.kind === 'LOT') return sql`l.id = ${code.id}`;
  if (code?.kind === 'ORDER') return sql`l.order_id = ${code.id}`;
  if (code?.kind === 'PART') return sql`l.order_file_id = ${code.id}`;
  if (code?.kind === 'JOB') return sql`l.job_id = ${code.id}`;
  const number = Number(/^#?(\d{1,15})$/.exec(text)?.[1]);
  const isNumber = Number.isSafeInteger(number);
  // Each by its own index: with "or" between tables every lot would be read.
  const found = [
    ...(isNumber ? [sql`select each.id from lot each where each.order_id = ${number}`] : []),
    ...(isNumber && !text.startsWith('#') ? [sql`select ${number}::bigint`] : []),
    ...(text.length >= shortestText
      ? [
          sql`select each.id from lot each join rfq_order named on named.id = each.order_id
            where named.search_text ilike ${like(text)}`,
        ]
      : []),
  ];
  return found.length === 0 ? sql`false` : sql`l.id in (${sql.join(found, sql` union `)})`;
}

export async function search(
  context: CallContext,
  { query: { q, page, size } }: CallArguments<typeof calls.searchPassports>,
): Promise<CallReply<typeof calls.searchPassports>> {
  const before = page * size;
  const most = Math.ceil((before + size) / countedTo) * countedTo;
  const { rows } = await sql<{ total: number; page: number[] }>`
    select count(*)::int as total,
      coalesce(array_agg(id order by id desc) filter (where place > ${before} and place <= ${before + size}), '{}') as page
    from (select l.id, row_number() over (order by l.id desc) as place from lot l join rfq_order o on o.id = l.order_id
      where ${seenLots(context)} and ${matching(q)} order by l.id desc limit ${most + 1}) found
  `.execute(context.db);
  const { total, page: ids } = rows[0] ?? { total: 0, page: [] };
  const { rows: shown } = await sql<calls.PassportRow>`
    select l.id as "lotId", l.order_id as "orderId", coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle",
      up.file_name as part, l.quantity, l.state, ${isoTime('l.created_at')} as "createdAt", ${orderIsControlled} as controlled,
      coalesce(last.version, 0) as version, ${isoTime('last.issued_at')} as "issuedAt"
    from lot l join rfq_order o on o.id = l.order_id join rfq_order_file f on f.id = l.order_file_id
      join stored_file up on up.id = f.original_file_id
      left join lateral (select p.version, p.issued_at from passport p where p.lot_id = l.id order by p.version desc limit 1) last
        on true
    where l.id = any(${ids}::bigint[]) order by l.id desc
  `.execute(context.db);
  return { rows: shown, totalCount: Math.min(total, most), moreThanTotal: total > most };
}

export async function page(
  context: CallContext,
  { params: { lotId } }: CallArguments<typeof calls.readPassport>,
): Promise<CallReply<typeof calls.readPassport>> {
  const { db, user } = context;
  const [found, { rows }] = await Promise.all([
    passportOf(context, db, lotId, seenLots(context)),
    sql<IssuedRow>`select ${issuedColumns} from passport p where p.lot_id = ${lotId} order by p.version desc limit 500`.execute(
      db,
    ),
  ]);
  if (!found) throw new CallError('NOT_FOUND');
  return { ...found, issued: rows.map(issuedOf), mayIssue: user.permissions.includes('QUALITY_MANAGEMENT_ACCESS') };
}

export async function issue(
  context: CallContext,
  { params: { lotId }, body }: CallArguments<typeof calls.issuePassport>,
): Promise<CallReply<typeof calls.issuePassport>> {
  await requireLot(context, lotId);
  const { facilityId, user, origin } = context;
  await context.write((unit) =>
    issuePassport(context, unit, { ...body, facilityId, lotId, userId: user.userId, at: new Date(), origin }),
  );
  const { rows } = await sql<IssuedRow>`
    select ${issuedColumns} from passport p where p.facility_id = ${facilityId} and p.lot_id = ${lotId}
      and p.event_id = ${body.eventId}
  `.execute(context.db);
  // The id was used for another lot.
  if (!rows[0]) throw new CallError('CONFLICT');
  return issuedOf(rows[0]);
}

export async function ofOrder(
  context: CallContext,
  { params: { orderId } }: CallArguments<typeof calls.listOrderPassports>,
): Promise<CallReply<typeof calls.listOrderPassports>> {
  requireReader(context);
  const { db, user } = context;
  const { rows: orders } = await sql<{ controlled: boolean }>`
    select ${orderIsControlled} as controlled from rfq_order o
    where o.id = ${orderId} and ${seesOrder(context, sql`o.id`)}
  `.execute(db);
  const [order] = orders;
  if (!order) throw new CallError('NOT_FOUND');
  const openOnly = order.controlled && !isCleared(user);
  const { rows } = await sql<IssuedRow & { part: string; quantity: number }>`
    select ${issuedColumns}, up.file_name as part, l.quantity
    from passport p join lot l on l.id = p.lot_id join rfq_order_file f on f.id = l.order_file_id
      join stored_file up on up.id = f.original_file_id
    where p.order_id = ${orderId} and ${readable(user)} order by p.lot_id, p.version desc limit 2000
  `.execute(db);
  const lots = new Map(rows.map(({ lotId, part, quantity }) => [lotId, { part: openOnly ? '' : part, quantity }]));
  return {
    lots: [...lots].map(([lotId, lot]) => ({
      ...{ lotId, ...lot },
      issued: rows
        .filter((row) => row.lotId === lotId)
        .map(({ part: _part, quantity: _quantity, ...row }) => {
          const { by: _by, ...told } = issuedOf(row);
          return told;
        }),
    })),
    openOnly,
  };
}

export interface Asked {
  lotId: number;
  version: number;
}

/** The passport with what decides who reads what of it. Throws NOT_FOUND for one that the caller may not read. */
export async function readableOne(
  context: CallContext,
  { lotId, version }: Asked,
): Promise<{ content: unknown; names: boolean; controlled: boolean; facilityId: number }> {
  requireReader(context);
  const { user, db } = context;
  const { rows } = await sql<{ content: unknown; names: boolean; controlled: boolean; facilityId: number }>`
    select p.content, p.names, ${orderIsControlled} as controlled, p.facility_id as "facilityId"
    from passport p join rfq_order o on o.id = p.order_id
    where p.lot_id = ${lotId} and p.version = ${version} and ${readable(user)}
      and ${seesOrder(context, sql`p.order_id`)}
  `.execute(db);
  const [found] = rows;
  // A facility sees none of an order that is export controlled unless cleared; a buyer who ordered it does.
  if (!found || (isProvider(user) && found.controlled && !isCleared(user))) throw new CallError('NOT_FOUND');
  return found;
}
