import type { CallResult } from '@sinter/sdk/contract/call';
import type { MatchStatus, OrderDetail, OrderRow, OrderStatus, readOrder } from '@sinter/sdk/contract/orders/orders';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import { CallError, type Principal } from '@sinter/sdk/contract';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { plannedOnce, isoTime, type CallContext } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';
import { claimJson } from './claims.ts';
import { completeAt, factsOf, isDelivered, orderFacts } from './facts.ts';
import { languageOf, portalOf } from './portal/portal.ts';
import { detailShown, rowShown, whileChanged } from './portal/row.ts';
import { approvalAsked } from './quotes/asked.ts';
import { approvalsOf } from './quotes/approvals.ts';
import { quotesOf } from './quotes/read.ts';
import { allowedOnMatch, allowedOnOrder } from './lifecycle.ts';
import { isChangeable } from './request/changeable.ts';
import { mayDo } from './rights.ts';
import { madePieces, orderFileJoins, orderFileJson } from './orderFiles.ts';
import { isProvider, partsShown, viewersMatch, visible } from './visibility.ts';
import { rowFields } from './rowFields.ts';

const seesPricesOf = (viewer: Principal): boolean => hasOrderRight(viewer.memberRoles, 'prices');
const seesPrices = (viewer: Principal) => sql`${seesPricesOf(viewer)}::boolean`;

/** The parts of order `o`, with the prices of the quote `shown`; none for a facility that may not see them yet. */
const orderFiles = (viewer: Principal) => sql`(
  select coalesce(jsonb_agg(${orderFileJson(
    machines(viewer),
    sql`case when line.unit_price_minor is null or not ${seesPrices(viewer)} then null
      else jsonb_build_object('amount', line.unit_price_minor, 'currency', shown.currency) end`,
  )} order by f.position), '[]'::jsonb)
  from rfq_order_file f ${orderFileJoins}
    left join quote_line line on line.order_file_id = f.id and line.quote_id = shown.id
  where f.order_id = o.id and ${partsShown})`;

function machines(viewer: Principal): RawBuilder<unknown> {
  if (!isProvider(viewer)) return sql`'[]'::jsonb`;
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.display_name) order by e.display_name)
    from equipment e
      join machine_model model on model.id = e.machine_model_id
      join equipment_material em on em.equipment_id = e.id and em.material_id = f.material_id
    where e.facility_id = ${viewer.facilityId} and not e.hidden and model.am_process_id = f.am_process_id
  ), '[]'::jsonb)`;
}

/** What the store knows of a row. */
export interface FoundRow extends Omit<OrderRow, 'status' | 'allowedEvents' | 'made'> {
  requestStatus: OrderStatus;
  /** Of the viewer's match; `null` for a buyer. */
  matchStatus: MatchStatus | null;
  /** Those of every match; only for a buyer. */
  matchStatuses: MatchStatus[];
  /** Where it stands or, while it is set aside, where it stood. */
  stage: MatchStatus | OrderStatus;
  /** Pieces that jobs have made. */
  madeByJobs: number;
  /** What is kept of the viewer's match, or for a buyer of the one that was agreed. */
  deliveredAt: Date | null;
  claim: OrderDetail['claim'];
  cancellation: OrderDetail['cancellation'];
  /** Only for a buyer. */
  asked: boolean;
  /** Whether the viewer's match is of the buyer's own enterprise. */
  internal: boolean;
}

const printing = new Set<string>(['IN_PROGRESS', 'IN_MANUFACTURING']);
/** What people have said to be printed is, whatever jobs there were. */
const printed = new Set<string>([
  'IN_POSTPROCESSING',
  'IN_QUALITYCONTROL',
  'SHIPPED',
  'INTERNAL_SHIPPED',
  'DELIVERED',
  'INTERNAL_DELIVERED',
  'COMPLETED',
  'INTERNAL_COMPLETED',
]);

export function rowOf(viewer: Principal, portal: Portal, language: string, found: FoundRow): OrderRow {
  const {
    requestStatus,
    matchStatus,
    matchStatuses,
    deliveredAt,
    claim,
    cancellation,
    asked,
    internal,
    stage,
    madeByJobs,
    ...row
  } = found;
  const kept = { deliveredAt, claim, cancellation, internal };
  const allowed = matchStatus
    ? allowedOnMatch(matchStatus, factsOf(kept))
    : allowedOnOrder(requestStatus, matchStatuses, orderFacts(kept, matchStatuses, asked));
  const known: OrderRow = {
    ...row,
    status: matchStatus ?? requestStatus,
    made: printing.has(stage) ? madeByJobs : printed.has(stage) ? row.quantity : null,
    allowedEvents: allowed.filter((event) => mayDo(viewer, event)),
  };
  return matchStatus ? known : rowShown(portal, requestStatus, known, language);
}

/** Rows of order lists, over `page` with the ids of their orders. `shown` is the quote whose prices the viewer sees: the accepted one, else the latest open one. */
export function rows(context: CallContext): RawBuilder<unknown> {
  const viewer = context.user;
  return sql`
    select o.id, coalesce(nullif(o.display_title, ''), '#' || o.id) as "displayTitle", o.status as "requestStatus", m.status as "matchStatus",
      case when m.id is null then array(select each.status from rfq_match each where each.order_id = o.id)
        else '{}' end as "matchStatuses",
      case when m.id is null then coalesce(o.held_from, o.status) else coalesce(m.held_from, m.status) end as stage,
      (select sum(${madePieces}) from rfq_order_file f where f.order_id = o.id)::int as "madeByJobs",
      ${isoTime('kept.promised_at')} as "promisedOn",
      m.id is null and ${approvalAsked} as asked,
      c.name as customer, u.first_name || ' ' || u.last_name as creator,
      quoting.company_name as facility, coalesce(m.relation = 'INTERNAL', false) as internal, kept.delivered_at as "deliveredAt", ${claimJson} as claim, kept.cancellation,
      ${isoTime('o.estimated_delivery_date')} as "estimatedDeliveryDate",
      ${isoTime('o.created_at')} as "createdOn",
      case when shown.id is null or not ${seesPrices(viewer)} then null
        else jsonb_build_object('amount', shown.total_minor, 'currency', shown.currency) end as quote,
      ${orderIsControlled} as "exportControlled", m.priority_label_id as "priorityId", ${rowFields(context)},
      coalesce((select sum(quantity) from rfq_order_file where order_id = o.id), 0)::int as quantity,
      ${orderFiles(viewer)} as "rfqFileDTOs"
    from page
      join rfq_order o on o.id = page.id
      ${viewersMatch(viewer)}
      join company c on c.id = o.company_id
      join app_user u on u.id = o.created_by
      left join lateral (
        select q.id, q.total_minor, q.currency, qm.facility_id from quote q join rfq_match qm on qm.id = q.match_id
        where qm.order_id = o.id and q.status in ('ACCEPTED', 'SUBMITTED')
          and (m.id is null or qm.id = m.id)
        order by (q.status = 'ACCEPTED') desc, q.id desc limit 1
      ) shown on true
      left join lateral (
        select each.promised_at, each.delivered_at, each.claim, each.cancellation from rfq_match each
        where each.order_id = o.id and (m.id is null or each.id = m.id)
          and (each.promised_at is not null or each.delivered_at is not null or each.claim is not null or each.cancellation is not null)
        limit 1
      ) kept on true
      left join facility quoting on quoting.id = coalesce(m.facility_id, shown.facility_id)`;
}

/** What is worked out of what the store knows of a row. */
type Derived =
  | 'allows'
  | 'requestStatus'
  | 'deliveredOn'
  | 'completesOn'
  | 'claim'
  | 'cancellation'
  | 'changeable'
  | 'quotes'
  | 'approvals';

export async function detail(context: CallContext, orderId: number): Promise<CallResult<typeof readOrder>> {
  const viewer = context.user;
  const { rows: found } = await sql<FoundRow>`${plannedOnce}
    with page as (select o.id, 1 as place from rfq_order o ${viewersMatch(viewer)}
      where o.id = ${orderId} and ${visible(viewer)})
    ${rows(context)}
  `.execute(context.db);
  const row = found[0];
  if (!row) throw new CallError('NOT_FOUND');

  const { rows: more } = await sql<Omit<OrderDetail, keyof OrderRow | Derived>>`${plannedOnce}
    select o.notes, case when m.id is null then o.sourcing end as sourcing, o.delivery_address as "deliveryAddress",
      case when o.export_answered then o.export_controlled end as "exportAnswer", o.version,
      (select q.po_number from quote q join rfq_match won on won.id = q.match_id
        where won.order_id = o.id and q.status = 'ACCEPTED' and (m.id is null or won.id = m.id) and ${seesPrices(viewer)}
        limit 1) as "poNumber",
      case when m.id is null and ${seesPrices(viewer)} then o.estimate end as estimate, o.terms
    from rfq_order o ${viewersMatch(viewer)} where o.id = ${orderId}
  `.execute(context.db);
  const rest = more[0];
  if (!rest) throw new CallError('NOT_FOUND');

  const { requestStatus, deliveredAt, claim, cancellation } = row;
  const ends = isDelivered(requestStatus) && deliveredAt && !claim ? completeAt(deliveredAt).toISOString() : null;
  const deliveredOn = deliveredAt?.toISOString() ?? null;
  const changeable =
    !isProvider(viewer) &&
    hasOrderRight(viewer.memberRoles, 'create') &&
    isChangeable(requestStatus, row.matchStatuses.length);
  const quotes = seesPricesOf(viewer) ? await quotesOf(context, orderId) : [];
  const approvals = isProvider(viewer) ? [] : await approvalsOf(context.db, orderId);
  const allows = { messages: true, reorder: true, invoice: true };
  const told = {
    allows,
    requestStatus,
    deliveredOn,
    completesOn: ends,
    claim,
    cancellation,
    changeable,
    quotes,
    approvals,
  };
  const own = await portalOf(context);
  const portal = changeable ? whileChanged(own) : own;
  const known = { ...rowOf(viewer, portal, await languageOf(context, portal), row), ...rest, ...told };
  return isProvider(viewer) ? known : detailShown(portal, requestStatus, known);
}
