import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderProduction, type OrderStanding } from '@sinter/sdk/contract/orders/production';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { ncrRowStateSchema, ncrSourceSchema, ncrStatusSchema } from '@sinter/sdk/contract/quality/ncr';
import type { CustomerNcr, listCustomerNcrs } from '@sinter/sdk/contract/quality/orderNcrs';
import { dispositionSchema } from '@sinter/sdk/contract/quality/settings';
import { runningModules, type CallContext, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { concessionSchema } from '../ncr/lock.ts';
import { photosOf } from '../ncr/read.ts';
import { requireOrder } from './ofOrder.ts';

const shownSchema = z.object({
  id: z.number(),
  number: z.string(),
  title: z.string(),
  description: z.string(),
  orderFileId: z.number().nullable(),
  part: z.string(),
  status: ncrStatusSchema,
  source: ncrSourceSchema,
  affectedQuantity: z.number(),
  characteristic: z.string(),
  requirement: z.string(),
  measured: z.string(),
  createdAt: z.date(),
  closedAt: z.date().nullable(),
  rows: z.array(
    z.object({
      id: z.number(),
      quantity: z.number(),
      disposition: dispositionSchema,
      state: ncrRowStateSchema,
      reason: z.string(),
      concession: concessionSchema.nullable(),
      answeredBy: z.string(),
    }),
  ),
});

const most = 100;

/** Of one order, as its buyer sees them; the caller sees the order. */
export async function customerList(
  context: CallContext,
  { params: { orderId } }: CallArguments<typeof listCustomerNcrs>,
): Promise<CallReply<typeof listCustomerNcrs>> {
  await requireOrder(context, orderId);
  const { db, user } = context;
  const { rows } = await sql`
    select n.id, n.number, n.title, n.description, n.order_file_id as "orderFileId", n.status, n.source,
      coalesce((select s.file_name from rfq_order_file f join stored_file s on s.id = f.original_file_id
        where f.id = n.order_file_id), '') as part,
      n.affected_quantity as "affectedQuantity", n.characteristic, n.requirement, n.measured, n.created_at as "createdAt",
      n.closed_at as "closedAt", coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'quantity', r.quantity,
          'disposition', r.disposition, 'state', r.state, 'reason', r.reason, 'concession', r.concession, 'answeredBy',
          coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u
            where u.id = (r.concession ->> 'userId')::bigint), '')) order by r.id)
        from ncr_row r where r.ncr_id = n.id and (r.state in ('CUSTOMER', 'DONE') or r.concession is not null)), '[]') as rows
    from ncr n where n.order_id = ${orderId} and n.customer_visible and n.status <> 'VOID' order by n.id desc limit ${most}
  `.execute(db);
  const shown = z.array(shownSchema).parse(rows);
  const photos = await Promise.all(shown.map(({ id }) => photosOf(context, id)));
  const orders = hasOrderRight(user.memberRoles, 'create');
  const maker = await makerOf(context, orderId);
  const mayReport = maker !== null && orders && isReportable(maker.standing);
  return {
    ncrs: shown.map(({ rows: kept, description, source, createdAt, closedAt, ...ncr }, index): CustomerNcr => ({
      ...ncr,
      text: source === 'CUSTOMER' ? description : '',
      reported: source === 'CUSTOMER',
      createdAt: createdAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      photos: (photos[index] ?? []).map(({ id, file, caption, marks }) => ({ id, file, caption, marks })),
      rows: kept.map(({ concession, answeredBy, ...row }) => ({
        ...row,
        answer: concession && { by: answeredBy, at: concession.at, accepts: concession.accepts, note: concession.note },
        mayAnswer: row.state === 'CUSTOMER' && orders,
      })),
    })),
    mayReport,
    until: maker?.standing.claimableUntil?.toISOString() ?? null,
  };
}

/** While it is made, and after it was shipped as long as the event CLAIM is there, or a claim waits. */
export const isReportable = ({ phase, claimable, claimed }: OrderStanding): boolean =>
  phase === 'MAKING' || (phase === 'SHIPPED' && (claimable || claimed));

export interface Maker {
  facilityId: number;
  standing: OrderStanding;
}

/** The facility that makes an order, where it works with quality management. */
export async function makerOf(services: Pick<Services, 'get' | 'db'>, orderId: number): Promise<Maker | null> {
  const { rows } = await sql<{ facilityId: number }>`
    select facility_id as "facilityId" from rfq_match where order_id = ${orderId} order by id
  `.execute(services.db);
  const production = services.get(orderProduction);
  const modules = services.get(runningModules);
  for (const { facilityId } of rows) {
    const standing = await production.standing(services.db, facilityId, orderId);
    if (!standing) continue;
    const works = (await modules.runs('quality', facilityId)) && (await modules.flag('QUALITY_MANAGEMENT', facilityId));
    return works ? { facilityId, standing } : null;
  }
  return null;
}
