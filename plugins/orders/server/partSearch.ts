import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { searchParts } from '@sinter/sdk/contract/orders/ordering';
import { plannedOnce, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { orderFileJoins, orderFileJson } from './orderFiles.ts';
import { like, shortestText } from './filters.ts';
import { countedTo } from './search.ts';
import { isProvider, partsShown, viewersMatch, visible } from './visibility.ts';
import type { OrderStatus } from '@sinter/sdk/contract/orders/orders';
import { portalOf } from './portal/portal.ts';
import { partShown } from './portal/row.ts';

/** Ordered parts, those of the latest orders first. */
export async function searchOrderedParts(
  context: CallContext,
  { query }: CallArguments<typeof searchParts>,
): Promise<CallResult<typeof searchParts>> {
  const { db, user } = context;
  const text = query.searchString.trim();
  const number = Number(/^#?\s*(\d+)$/.exec(text)?.[1]);
  const named = Number.isSafeInteger(number) ? sql`(o.id = ${number} or f.id = ${number})` : sql`false`;
  // The texts of an order name all its parts, and are found by an index.
  const inName = sql`(o.search_text ilike ${like(text)} and upload.file_name ilike ${like(text)})`;
  const found = text === '' ? sql`true` : text.length < shortestText ? named : sql`(${named} or ${inName})`;
  const latest = isProvider(user) ? sql`m.created_at desc, m.order_id desc` : sql`o.created_at desc, o.id desc`;
  const before = query.page * query.size;
  const most = Math.ceil((before + query.size) / countedTo) * countedTo;
  const { rows: places } = await sql<{ id: number }>`
    select f.id from rfq_order o ${viewersMatch(user)}
      join rfq_order_file f on f.order_id = o.id
      join stored_file upload on upload.id = f.original_file_id
    where ${visible(user)} and ${partsShown} and ${found}
    order by ${latest}, f.position limit ${most + 1}
  `.execute(db);
  const page = places.slice(before, before + query.size).map(({ id }) => id);
  const { rows } = await sql<{
    file: OrderFile;
    orderId: number;
    displayTitle: string;
    status: OrderStatus;
  }>`${plannedOnce}
    select ${orderFileJson(sql`'[]'::jsonb`, sql`null`)} as file, o.id as "orderId",
      coalesce(nullif(o.display_title, ''), '#' || o.id) as "displayTitle", o.status
    from unnest(${page}::bigint[]) with ordinality as asked (id, place)
      join rfq_order_file f on f.id = asked.id join rfq_order o on o.id = f.order_id ${orderFileJoins}
    order by asked.place
  `.execute(db);
  const portal = await portalOf(context);
  const parts = rows.map(({ file, status, ...order }) => ({
    ...(isProvider(user) ? file : partShown(portal, status, file)),
    ...order,
  }));
  return places.length > most ? { parts, totalCount: most, moreThanTotal: true } : { parts, totalCount: places.length };
}
