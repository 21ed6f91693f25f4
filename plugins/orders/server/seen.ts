import type { CallArguments } from '@sinter/sdk/contract/call';
import type { markOrderSeen } from '@sinter/sdk/contract/orders/lists';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { requireVisible } from './visibility.ts';

/** The person has read these orders as they are. Whoever acts on an order has seen it. */
export async function seeOrders({ db, user }: Pick<CallContext, 'db' | 'user'>, orderIds: readonly number[]) {
  await sql`
    insert into order_seen (user_id, order_id) select ${user.userId}, unnest(${[...orderIds]}::bigint[])
    on conflict (user_id, order_id) do update set seen_at = now()
  `.execute(db);
}

export async function markSeen(context: CallContext, { params }: CallArguments<typeof markOrderSeen>): Promise<null> {
  await requireVisible(context, params.id);
  await seeOrders(context, [params.id]);
  return null;
}
