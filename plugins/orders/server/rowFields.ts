import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { statusGroups, type OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { holdColumn, keptUntil } from './archive/keeping.ts';
import { tagsColumn } from './tagged.ts';
import { isProvider, partsShown } from './visibility.ts';

/** What lists show of an order beside its parts and prices. */
export type RowFields = Pick<
  OrderRow,
  | 'quoteDueDate'
  | 'primaryUseCase'
  | 'industryFocus'
  | 'deliveryMethod'
  | 'thirdPartyOrderId'
  | 'rfqConfigName'
  | 'customerEmail'
  | 'customerPhone'
  | 'ndaRequired'
  | 'partNumbers'
  | 'tags'
  | 'unread'
  | 'archived'
>;

/** Older changes are no news to anybody. */
const newFor = sql`interval '30 days'`;

/** Matches whose facility works for the customer, and so may call them. */
const agreed = [...statusGroups.DECIDING, ...statusGroups.AWARDED, ...statusGroups.SHIPPED, ...statusGroups.DONE];

/** Columns over `o`, `m` (the viewer's match) and `u` (who ordered). */
export function rowFields(context: CallContext): RawBuilder<unknown> {
  const viewer = context.user;
  const provider = isProvider(viewer);
  const reached = provider ? sql`m.status = any(${agreed}::text[])` : sql`true`;
  const number = context.get(partInventory).numberOf(sql`f.original_file_id`, sql`o.company_id`);
  const changed = provider
    ? sql`greatest(o.updated_at, m.updated_at)`
    : sql`greatest(o.updated_at, (select max(each.updated_at) from rfq_match each where each.order_id = o.id))`;
  // A facility learns of no other's offer.
  const ofOwn = provider
    ? sql`case when (o.date_choice -> 'facility' ->> 'id')::bigint = m.facility_id then`
    : sql`case when true then`;
  const chosen = sql`${ofOwn} o.date_choice -> 'deliveryType' ->> 'name' end`;
  return sql`
    case when o.status = 'DISTRIBUTED' or not exists (select from rfq_match each where each.order_id = o.id)
      then ${isoTime('o.quote_due_at')} end as "quoteDueDate",
    o.primary_use_case as "primaryUseCase", o.industry_focus as "industryFocus",
    ${chosen} as "deliveryMethod", o.third_party_order_id as "thirdPartyOrderId",
    nullif(o.form_name, '') as "rfqConfigName",
    case when ${reached} then u.email end as "customerEmail",
    case when ${reached} and u.phone <> '' then u.phone end as "customerPhone",
    o.nda_required as "ndaRequired",
    array(select distinct number from (select ${number} as number from rfq_order_file f where f.order_id = o.id and ${partsShown}) numbers
      where number is not null order by 1) as "partNumbers",
    ${tagsColumn(context)} as tags,
    (${changed} > now() - ${newFor} and not exists (select from order_seen s
      where s.user_id = ${viewer.userId} and s.order_id = o.id and s.seen_at >= ${changed})) as unread,
    case when ${provider ? sql`m.status` : sql`o.status`} = 'ARCHIVED' then (
      select jsonb_build_object('at', ${isoTime('h.created_at')}, 'reason', h.reason,
        'by', coalesce(who.first_name || ' ' || who.last_name, ''),
        'from', coalesce(${provider ? sql`m.held_from` : sql`o.held_from`}, 'COMPLETED'),
        'keptUntil', ${keptUntil(viewer, sql`h.created_at`)}, 'legalHold', ${holdColumn(viewer)} is not null)
      from order_history h left join app_user who on who.id = h.user_id
      where h.order_id = o.id and h.event = 'ARCHIVE' and ${provider ? sql`h.match_id = m.id` : sql`h.match_id is null`}
      order by h.id desc limit 1) end as archived`;
}
