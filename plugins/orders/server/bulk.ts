import { CallError } from '@sinter/sdk/contract';
import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { BulkResult } from '@sinter/sdk/contract/bulk';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { fireOrderEvents, tagOrders } from '@sinter/sdk/contract/orders/lists';
import { changedTags, mostTags, type TagChange } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext, type Work } from '@sinter/sdk/server';
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

/** Who may edit the facility's tags adds one by using it. */
const addsTags = ({ user }: CallContext): boolean => user.permissions.includes('TAGS_SETTINGS_EDITOR');

/** A company's own words are kept with its order. */
async function changeWords(unit: Work, orderId: number, change: TagChange) {
  const db = ordersDb(unit);
  const { tags } = await db.selectFrom('rfq_order').select('tags').where('id', '=', orderId).executeTakeFirstOrThrow();
  const after = changedTags(tags, change);
  if (after.length > mostTags) throw new CallError('CONFLICT', say('tooManyTags', { most: mostTags }));
  await db.updateTable('rfq_order').set({ tags: after }).where('id', '=', orderId).execute();
  return { before: tags, after };
}

/** A facility's tags are its own, and a company's words too: neither side can come upon the other's. */
async function tagOne(context: CallContext, orderId: number, change: TagChange): Promise<void> {
  await requireVisible(context, orderId);
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    const match = ownMatch(context, order);
    const { before, after } = match
      ? await context
          .get(facilityTags)
          .change(unit, { facilityId: match.facilityId, kind: 'ORDER', id: orderId }, change, {
            adds: addsTags(context),
          })
      : await changeWords(unit, orderId, change);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await unit.audit({
      action: 'order.tagged',
      objectKind: match ? 'MATCH' : 'RFQ',
      objectId: String(match?.id ?? orderId),
      facilityId: match?.facilityId ?? null,
      // Who reads the audit need not be cleared.
      ...(order.controlled ? {} : { before, after }),
    });
    // The other side has nothing to load again.
    const all = hearers(order, match ? [match] : []);
    await tellChanged(unit, order, match?.status ?? order.status, match ? { ...all, companyIds: [] } : all);
  });
}

/** Those on the newest orders that have any. */
const looked = 10_000;

/** What the viewer's side can put on orders: the facility's tags, or words that a company has put on orders which they see. */
export async function tagsOf({ db, user, get }: Pick<CallContext, 'db' | 'user' | 'get'>): Promise<string[]> {
  if (isProvider(user)) {
    const tags = await get(facilityTags).choices(db, user.facilityId, 'ORDER');
    return tags.filter(({ retired }) => !retired).map(({ label }) => label);
  }
  const tags = sql`o.tags`;
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from (
      select ${tags} as tags from rfq_order o ${viewersMatch(user)} where ${visible(user)} and ${tags} <> '{}'
      order by o.id desc limit ${looked}
    ) tagged cross join unnest(tags) tag order by 1 limit 1000
  `.execute(db);
  return rows.map(({ tag }) => tag);
}
