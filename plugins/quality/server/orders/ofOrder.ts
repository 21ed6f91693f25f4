import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import type { listOrderNcrs } from '@sinter/sdk/contract/quality/orderNcrs';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { lineColumns, lineOf, lineRowSchema, seenNcrs } from '../ncr/lines.ts';
import { qualitySettings } from '../settings.ts';

const most = 200;

/** Throws NOT_FOUND for an order that the caller may not see. */
export async function requireOrder(context: CallContext, orderId: number): Promise<void> {
  const { rows } = await sql`
    select from (${context.get(orderSight).seen(context.user)}) seen where seen.id = ${orderId}
  `.execute(context.db);
  if (rows.length === 0) throw new CallError('NOT_FOUND');
}

export async function ofOrder(
  context: CallContext,
  { params: { orderId } }: CallArguments<typeof listOrderNcrs>,
): Promise<CallReply<typeof listOrderNcrs>> {
  await requireOrder(context, orderId);
  const { db, facilityId } = context;
  const { defects } = await qualitySettings(context, db, facilityId);
  const { rows } = await sql`
    select ${lineColumns(context)} from ncr n where ${seenNcrs(context)} and n.order_id = ${orderId} order by n.id desc limit ${most}
  `.execute(db);
  return z
    .array(lineRowSchema)
    .parse(rows)
    .map((row) => lineOf(row, defects));
}
