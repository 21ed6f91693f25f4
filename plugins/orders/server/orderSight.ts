import type { Principal } from '@sinter/sdk/contract';
import { orderPhases, type OrderPhase } from '@sinter/sdk/contract/orders/orderPhases';
import type { OrderSight } from '@sinter/sdk/contract/orders/orderSight';
import { statusGroups, type StatusGroup } from '@sinter/sdk/contract/orders/orders';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { sql, type RawBuilder } from 'kysely';
import { portalHides, shopOf } from './portal/portal.ts';
import { isProvider, viewersMatch, visible } from './visibility.ts';

/** Which part of its life an order of the buyer is in by its status; what a match says lies in `ofGroups`. */
const ofRequests: Partial<Record<OrderPhase, readonly string[]>> = {
  DRAFT: ['DRAFT'],
  AGREED: ['BID_ACCEPTED', 'AGREEMENT_DONE'],
  MAKING: ['IN_MANUFACTURING', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL'],
  SHIPPED: ['SHIPPED', 'INTERNAL_SHIPPED'],
  DONE: ['DELIVERED', 'INTERNAL_DELIVERED', 'COMPLETED', 'INTERNAL_COMPLETED'],
  LOST: ['WITHDRAWN'],
  ON_HOLD: ['ON_HOLD'],
  ARCHIVED: ['ARCHIVED'],
};
const ofGroups: Partial<Record<OrderPhase, readonly StatusGroup[]>> = {
  AGREED: ['DECIDING'],
  MAKING: ['AWARDED'],
  SHIPPED: ['SHIPPED'],
  DONE: ['DONE'],
  LOST: ['LOST'],
  ON_HOLD: ['ON_HOLD'],
  ARCHIVED: ['ARCHIVED'],
};

/** Any other status is one in which quotes are asked for and given. */
function phase(provider: boolean): RawBuilder<string> {
  const status = provider ? sql`m.status` : sql`o.status`;
  const cases = orderPhases.flatMap((one) => {
    const statuses = provider ? ofGroups[one]?.flatMap((group) => statusGroups[group]) : ofRequests[one];
    return statuses ? [sql`when ${status} = any(${[...statuses]}::text[]) then ${one}`] : [];
  });
  return sql`(case ${sql.join(cases, sql` `)} else 'QUOTING' end)`;
}

const ofViewer = ({ companyId }: Principal) => sql`${companyId}::bigint`;

/** Orders for other areas. */
export const sight: OrderSight = {
  seen(viewer) {
    const prices = sql`(${hasOrderRight(viewer.memberRoles, 'prices')}::boolean
      and not ${portalHides('quote', ofViewer(viewer))})`;
    return sql`
      select o.id, o.display_title as title, ${phase(isProvider(viewer))} as phase,
        o.company_id, customer.name as customer, o.created_by, coalesce(m.facility_id, shown.facility_id) as facility_id,
        kept.promised_at,
        case when ${prices} then shown.total_minor end as quote_minor,
        case when ${prices} then shown.currency end as quote_currency
      from rfq_order o ${viewersMatch(viewer)}
        join company customer on customer.id = o.company_id
        left join lateral (
          select q.total_minor, q.currency, qm.facility_id from quote q join rfq_match qm on qm.id = q.match_id
          where qm.order_id = o.id and q.status in ('ACCEPTED', 'SUBMITTED') and (m.id is null or qm.id = m.id)
          order by (q.status = 'ACCEPTED') desc, q.id desc limit 1
        ) shown on true
        left join lateral (
          select each.promised_at from rfq_match each
          where each.order_id = o.id and (m.id is null or each.id = m.id) and each.promised_at is not null limit 1
        ) kept on true
      where ${visible(viewer)}`;
  },
  partners: (viewer) =>
    isProvider(viewer)
      ? sql`select distinct m.facility_id, o.company_id from rfq_order o ${viewersMatch(viewer)} where ${visible(viewer)}`
      : sql`select distinct asked.facility_id, o.company_id
          from rfq_order o ${viewersMatch(viewer)} join rfq_match asked on asked.order_id = o.id where ${visible(viewer)}
          and (asked.facility_id = ${shopOf(ofViewer(viewer))} or not ${portalHides('facility', ofViewer(viewer))})`,
};
