import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { OrderDetail, OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { previewPortal } from '@sinter/sdk/contract/orders/portal';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { history } from '../history/read.ts';
import { detail } from '../queries.ts';
import { listed } from '../search.ts';
import { shopOf, withPortal } from './portal.ts';

const most = 10;

type Body = CallArguments<typeof previewPortal>['body'];

/** What a customer would be shown, by the same functions that show it to them. */
export async function preview(context: CallContext, body: Body): Promise<CallResult<typeof previewPortal>> {
  const { companyId, portal } = body;
  const { db, facilityId } = context;
  const { rows } = await sql<{ id: number | null }>`
    select o.id from company c left join rfq_order o on o.company_id = c.id and o.status <> 'DRAFT' and not ${orderIsControlled}
      and exists (select from rfq_match m where m.order_id = o.id)
      and not exists (select from rfq_match m join facility f on f.id = m.facility_id
        where m.order_id = o.id and coalesce(f.root_facility_id, f.id) <> ${facilityId})
    where c.id = ${companyId} and ${shopOf(sql`c.id`)} = ${facilityId}
    order by o.id desc nulls last limit ${most}
  `.execute(db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
  const ids = rows.flatMap(({ id }) => id ?? []);
  const { orderId = ids[0] } = body;
  if (orderId !== undefined && !ids.includes(orderId)) throw new CallError('NOT_FOUND');
  const theirs = withPortal(asCustomer(context, companyId), portal);
  const orders = (await listed(theirs, ids)).map(withoutTheirOwn);
  const byStatus: Record<string, number> = {};
  for (const { status } of orders) byStatus[status] = (byStatus[status] ?? 0) + 1;
  if (orderId === undefined) return { orders, counts: { byStatus }, order: null, history: [] };
  const order = withoutTheirOwn(await detail(theirs, orderId));
  return {
    orders,
    counts: { byStatus },
    order: { ...order, notes: '', approvals: [] } satisfies OrderDetail,
    history: (await history(theirs, orderId)).map((step) => (step.side === 'BUYER' ? { ...step, reason: '' } : step)),
  };
}

/** The request of somebody who may do everything for this customer. */
function asCustomer(context: CallContext, companyId: number): CallContext {
  const user: Principal = {
    ...context.user,
    role: 'ROLE_ENGINEER',
    accountType: 'ENGINEER',
    memberRoles: ['ENG_SUPER_ADMIN'],
    permissions: [],
    authorities: [],
    facilityId: null,
    rootFacility: false,
    companyId,
    cleared: false,
  };
  const theirs: CallContext = Object.create(context, { user: { value: user } });
  return theirs;
}

/** What a customer keeps to themselves stays there. */
const withoutTheirOwn = <Row extends OrderRow>(row: Row): Row => ({ ...row, tags: [], archived: null, unread: false });
