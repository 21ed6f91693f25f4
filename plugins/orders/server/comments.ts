import type { CommentSubjects, Subject } from '@sinter/sdk/contract/comments/subjects';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { CallError } from '@sinter/sdk/contract';
import type { NoticeAudience } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { partsShown, requireParts, requireVisible, seesOrder, seesParts, viewersMatch, visible } from './visibility.ts';
import { requireMessages } from './portal/allowed.ts';

/** Orders and their parts take comments, from everybody who sees the order. */
export const subjects: CommentSubjects = {
  kinds: ['RFQ_ORDER', 'RFQ_ORDER_FILE'],
  visibility: 'SHARED',

  async require(context, subject, to) {
    const [found] = await ordersOf(context.db, [subject]);
    if (!found) throw new CallError('NOT_FOUND');
    if (subject.kind === 'RFQ_ORDER') await requireVisible(context, found.orderId);
    else await requireParts(context, found.orderId);
    if (to === 'WRITE') await requireMessages(context);
  },

  async readers(db, of) {
    const found = await ordersOf(db, of);
    const { rows } = await sql<{
      id: number;
      companyId: number;
      createdBy: number;
      controlled: boolean;
      facilityIds: number[];
      /** Those of them that see the parts. */
      unlockedIds: number[];
    }>`
      select o.id, o.company_id as "companyId", o.created_by as "createdBy", ${orderIsControlled} as controlled,
        array(select m.facility_id from rfq_match m where m.order_id = o.id) as "facilityIds",
        array(select m.facility_id from rfq_match m where m.order_id = o.id and m.unlocked_at is not null) as "unlockedIds"
      from rfq_order o where o.id = any(${found.map(({ orderId }) => orderId)}::bigint[])
    `.execute(db);
    return found.flatMap(({ orderId, ...subject }) => {
      const order = rows.find(({ id }) => id === orderId);
      if (!order) return [];
      const { companyId, createdBy, controlled } = order;
      const facilityIds = subject.kind === 'RFQ_ORDER' ? order.facilityIds : order.unlockedIds;
      return [{ subject, companyIds: [companyId], facilityIds, creatorIds: [createdBy], controlled }];
    });
  },

  seen: (viewer, { kind, id }) => sql`(case ${kind}
    when 'RFQ_ORDER' then ${seesOrder(viewer, sql`o.id = ${id}`)}
    when 'RFQ_ORDER_FILE' then ${seesParts(viewer, sql`o.id = (select order_id from rfq_order_file where id = ${id})`)}
    else false end)`,

  async named(db, viewer, of) {
    const found = await ordersOf(db, of);
    const { rows } = await sql<{ id: number; title: string; controlled: boolean; partsShown: boolean }>`
      select o.id, o.display_title as title, ${orderIsControlled} as controlled, ${partsShown} as "partsShown"
      from rfq_order o ${viewersMatch(viewer)}
      where o.id = any(${found.map(({ orderId }) => orderId)}::bigint[]) and ${visible(viewer)}
    `.execute(db);
    return found.flatMap(({ orderId, ...subject }) => {
      const order = rows.find(({ id }) => id === orderId);
      const isPart = subject.kind === 'RFQ_ORDER_FILE';
      if (!order || (isPart && !order.partsShown)) return [];
      const link = `/order-details/${orderId}?tab=messages${isPart ? `&part=${subject.id}` : ''}`;
      return [{ subject, name: `#${orderId} ${order.title}`.trim(), link, controlled: order.controlled }];
    });
  },

  /** The order's creator, and those of each facility that is still in it who have done something, or may quote or produce. */
  async workers(db, subject) {
    const [found] = await ordersOf(db, [subject]);
    const { rows } = await sql<{ companyId: number; createdBy: number; facilityId: number | null; acted: number[] }>`
      select o.company_id as "companyId", o.created_by as "createdBy", m.facility_id as "facilityId",
        array(select distinct h.user_id from order_history h
          where h.order_id = o.id and h.by_facility_id = m.facility_id and h.user_id is not null) as acted
      from rfq_order o left join rfq_match m on m.order_id = o.id and m.status <> all(${[...statusGroups.LOST]})
        and (m.unlocked_at is not null or ${subject.kind === 'RFQ_ORDER'})
      where o.id = ${found?.orderId ?? null} order by m.facility_id
    `.execute(db);
    const [order] = rows;
    if (!order) return [];
    const facilities = rows.flatMap(({ facilityId, acted }): NoticeAudience[] => {
      const orWhoever: NoticeAudience['orWhoever'] = ({ memberRoles }) =>
        hasOrderRight(memberRoles, 'quote') || hasOrderRight(memberRoles, 'produce');
      return facilityId === null ? [] : [{ place: { facilityId, companyId: null }, people: acted, orWhoever }];
    });
    return [{ place: { facilityId: null, companyId: order.companyId }, people: [order.createdBy] }, ...facilities];
  },

  async isControlled(db, subject) {
    const { rows } = await sql`
      select 1 from rfq_order o where o.id = any(${await orderIdsOf(db, subject)}::bigint[]) and ${orderIsControlled}
    `.execute(db);
    return rows.length > 0;
  },

  /** An order is export controlled as soon as one of its parts' uploads is marked. */
  async holdOpen({ db }, subject) {
    await sql`
      select from stored_file where id in (
        select original_file_id from rfq_order_file where order_id = any(${await orderIdsOf(db, subject)}::bigint[]))
      order by id for share
    `.execute(db);
  },

  async pinnedFile(db, { kind, id }) {
    if (kind !== 'RFQ_ORDER_FILE') return null;
    const { rows } = await sql<{ id: number }>`
      select original_file_id as id from rfq_order_file where id = ${id}
    `.execute(db);
    return rows[0]?.id ?? null;
  },

  async madeOf(db, fileIds) {
    const { rows } = await sql<Subject>`
      with made as (select order_id from rfq_order_file where original_file_id = any(${[...fileIds]}::bigint[]))
      select 'RFQ_ORDER' as kind, order_id as id from made
      union select 'RFQ_ORDER_FILE', f.id from rfq_order_file f where f.order_id in (select order_id from made)
    `.execute(db);
    return rows;
  },
};

interface OfOrder extends Subject {
  orderId: number;
}

/** Those that exist, with their orders. */
async function ordersOf(db: QueryExecutorProvider, of: readonly Subject[]): Promise<OfOrder[]> {
  if (of.length === 0) return [];
  const idsOf = (kind: Subject['kind']) => of.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<OfOrder>`
    select 'RFQ_ORDER' as kind, id, id as "orderId" from rfq_order where id = any(${idsOf('RFQ_ORDER')}::bigint[])
    union all
    select 'RFQ_ORDER_FILE', id, order_id from rfq_order_file where id = any(${idsOf('RFQ_ORDER_FILE')}::bigint[])
  `.execute(db);
  return rows;
}

const orderIdsOf = async (db: QueryExecutorProvider, subject: Subject): Promise<number[]> =>
  (await ordersOf(db, [subject])).map(({ orderId }) => orderId);
