import { CallError, type Principal } from '@sinter/sdk/contract';
import type { BulkResult } from '@sinter/sdk/contract/bulk';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireOrderEvents, tagOrders } from '@sinter/sdk/contract/orders/lists';
import { changedTags, mostTags, type TagChange } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { fireEvent, ownMatch } from './actions.ts';
import { tellChanged, hearers, lockOrder, ordersDb } from './lifecycle.ts';
import { seeOrders } from './seen.ts';
import { say } from './texts.ts';
import { isProvider, requireVisible, visible, viewersMatch } from './visibility.ts';

export async function fireMany(
  context: CallContext,
  { body: { ids, ...fire } }: CallArguments<typeof fireOrderEvents>,
): Promise<BulkResult> {
  const results = await oneByOne(ids, (orderId) => fireEvent(context, orderId, { ...fire, parts: [], fileIds: [] }));
  await seeOrders(
    context,
    results.filter(({ done }) => done).map(({ id }) => id),
  );
  return results;
}

export const tagMany = (
  context: CallContext,
  { body: { ids, ...change } }: CallArguments<typeof tagOrders>,
): Promise<BulkResult> => oneByOne(ids, (orderId) => tagOne(context, orderId, change));

/** A facility's tags are kept with its match, and a company's with the order: neither side can come upon the other's. */
async function tagOne(context: CallContext, orderId: number, change: TagChange): Promise<void> {
  await requireVisible(context, orderId);
  await context.write(async (unit) => {
    const db = ordersDb(unit);
    const order = await lockOrder(unit, orderId);
    const match = ownMatch(context, order);
    const before = match
      ? await db.selectFrom('rfq_match').select('tags').where('id', '=', match.id).executeTakeFirstOrThrow()
      : await db.selectFrom('rfq_order').select('tags').where('id', '=', orderId).executeTakeFirstOrThrow();
    const tags = changedTags(before.tags, change);
    if (tags.length > mostTags) throw new CallError('CONFLICT', say('tooManyTags', { most: mostTags }));
    if (JSON.stringify(tags) === JSON.stringify(before.tags)) return;
    if (match) await db.updateTable('rfq_match').set({ tags }).where('id', '=', match.id).execute();
    else await db.updateTable('rfq_order').set({ tags }).where('id', '=', orderId).execute();
    await unit.audit({
      action: 'order.tagged',
      objectKind: match ? 'MATCH' : 'RFQ',
      objectId: String(match?.id ?? orderId),
      facilityId: match?.facilityId ?? null,
      before: before.tags,
      after: tags,
    });
    // The other side has nothing to load again.
    const all = hearers(order, match ? [match] : []);
    await tellChanged(unit, order, match?.status ?? order.status, match ? { ...all, companyIds: [] } : all);
  });
}

/** Those on the newest orders that have any. */
const looked = 10_000;

/** Tags that the viewer's side has put on orders which they see. */
export async function tagsOf({ db, user }: { db: CallContext['db']; user: Principal }): Promise<string[]> {
  const tags = isProvider(user) ? sql`m.tags` : sql`o.tags`;
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from (
      select ${tags} as tags from rfq_order o ${viewersMatch(user)} where ${visible(user)} and ${tags} <> '{}'
      order by o.id desc limit ${looked}
    ) tagged cross join unnest(tags) tag order by 1 limit 1000
  `.execute(db);
  return rows.map(({ tag }) => tag);
}
