import type { CommentSubjects, Subject } from '@sinter/sdk/contract/comments/subjects';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import type { Supplier } from '@sinter/sdk/contract/named';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { CallError, type Principal } from '@sinter/sdk/contract';
import type { NoticeAudience } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { requireNoHold } from './archive/keeping.ts';
import { requireMessages } from './portal/allowed.ts';
import { portalOf } from './portal/portal.ts';
import { suppliersOf } from './portal/suppliers.ts';
import { isProvider, partsShown, seesParts, viewersMatch, visible } from './visibility.ts';

/**
 * Orders, their parts and quotes take comments, from everybody who sees the parts; of a quote, from the buyer's people who
 * see prices and those of its facility.
 */
export const subjects: CommentSubjects = {
  kinds: ['RFQ_ORDER', 'RFQ_ORDER_FILE', 'ORDER_QUOTATION'],

  async require(context, { kind, id }, to) {
    const { db, user } = context;
    const { rows } = await sql<{ seen: boolean }>`
      select ${subjects.seen(user, { kind: sql`${kind}::text`, id: sql`${id}::bigint` })} as seen
    `.execute(db);
    if (!rows[0]?.seen) throw new CallError('NOT_FOUND');
    if (to === 'WRITE') await requireMessages(context);
  },

  async readers(db, of) {
    const found = await ordersOf(db, of);
    const { rows } = await sql<{
      id: number;
      companyId: number;
      createdBy: number;
      controlled: boolean;
      /** Those that see the parts. */
      facilityIds: number[];
    }>`
      select o.id, o.company_id as "companyId", o.created_by as "createdBy", ${orderIsControlled} as controlled,
        array(select m.facility_id from rfq_match m where m.order_id = o.id and m.unlocked_at is not null) as "facilityIds"
      from rfq_order o where o.id = any(${found.map(({ orderId }) => orderId)}::bigint[])
    `.execute(db);
    return found.flatMap(({ orderId, facilityId, ...subject }) => {
      const order = rows.find(({ id }) => id === orderId);
      if (!order) return [];
      const { companyId, createdBy, controlled } = order;
      const facilityIds = order.facilityIds.filter((id) => facilityId === null || id === facilityId);
      return [{ subject, orderId, companyIds: [companyId], facilityIds, creatorIds: [createdBy], controlled }];
    });
  },

  seen: (viewer, { kind, id }) => sql`(case ${kind}
    when 'RFQ_ORDER' then ${seesParts(viewer, sql`o.id = ${id}`)}
    when 'RFQ_ORDER_FILE' then ${seesParts(viewer, sql`o.id = (select order_id from rfq_order_file where id = ${id})`)}
    when 'ORDER_QUOTATION' then ${seesPrices(viewer)} and ${seesParts(
      viewer,
      sql`o.id = (select qm.order_id from quote q join rfq_match qm on qm.id = q.match_id
        where q.id = ${id} and (m.id is null or m.id = qm.id))`,
    )}
    else false end)`,

  async family(db, viewer, { kind, id }) {
    if (kind !== 'RFQ_ORDER') return null;
    const { rows } = await sql<{ title: string; companyId: number; company: string }>`
      select o.display_title as title, o.company_id as "companyId", company.name as company
      from rfq_order o ${viewersMatch(viewer)} join company on company.id = o.company_id
      where o.id = ${id} and ${visible(viewer)} and ${partsShown}
    `.execute(db);
    const [order] = rows;
    if (!order) throw new CallError('NOT_FOUND');
    const [parts, quotes, facilities] = await Promise.all([
      sql<{ id: number; name: string }>`
        select f.id, s.file_name as name from rfq_order_file f join stored_file s on s.id = f.original_file_id
        where f.order_id = ${id} order by f.position, f.id
      `.execute(db),
      sql<{ id: number; revision: number; facilityId: number; name: string }>`
        select q.id, q.revision, qm.facility_id as "facilityId", facility.company_name as name
        from rfq_order o ${viewersMatch(viewer)}
          join rfq_match qm on qm.order_id = o.id and (m.id is null or qm.id = m.id)
          join quote q on q.match_id = qm.id
          join facility on facility.id = qm.facility_id
        where o.id = ${id} and ${seesPrices(viewer)} order by q.id
      `.execute(db),
      sql<Supplier>`
        select id, company_name as name from facility where id = any(${
          isProvider(viewer) ? [viewer.facilityId] : [...(await subjects.addressees(db, { kind, id }))]
        }::bigint[]) order by company_name, id
      `.execute(db),
    ]);
    const told = await suppliersOf({ db, user: viewer }, [id]);
    return {
      about: { name: `#${id} ${order.title}`.trim(), link: `/order-details/${id}` },
      company: { id: order.companyId, name: order.company },
      facilities: facilities.rows
        .map((each) => told?.(id, each.id) ?? each)
        .sort((one, other) => (one.number ?? 0) - (other.number ?? 0)),
      writes: isProvider(viewer) || (await portalOf({ db, user: viewer })).allowMessages,
      subjects: [
        { objectKind: 'RFQ_ORDER', objectId: id, name: order.title, revision: null, facilityId: null },
        ...parts.rows.map((part) => ({
          ...{ objectKind: 'RFQ_ORDER_FILE' as const, objectId: part.id, name: part.name },
          ...{ revision: null, facilityId: null },
        })),
        ...quotes.rows.map(({ id: objectId, revision, facilityId, name }) => {
          const { id: _, ...named } = told?.(id, facilityId) ?? { id: facilityId, name };
          return { objectKind: 'ORDER_QUOTATION' as const, objectId, revision, facilityId, ...named };
        }),
      ],
    };
  },

  async suppliers(context, of) {
    const found = await ordersOf(context.db, of);
    const told = await suppliersOf(
      context,
      found.map(({ orderId }) => orderId),
    );
    if (!told) return null;
    return ({ kind, id }, facilityId) =>
      told(found.find((one) => one.kind === kind && one.id === id)?.orderId ?? 0, facilityId);
  },

  async named(db, viewer, of) {
    const found = await ordersOf(db, of);
    const { rows } = await sql<{ id: number; title: string; controlled: boolean; facilityId: number | null }>`
      select o.id, o.display_title as title, ${orderIsControlled} as controlled, m.facility_id as "facilityId"
      from rfq_order o ${viewersMatch(viewer)}
      where o.id = any(${found.map(({ orderId }) => orderId)}::bigint[]) and ${visible(viewer)} and ${partsShown}
    `.execute(db);
    return found.flatMap(({ orderId, facilityId, ...subject }) => {
      const order = rows.find(({ id }) => id === orderId);
      if (!order) return [];
      if (subject.kind === 'ORDER_QUOTATION') {
        const isRivals = order.facilityId !== null && order.facilityId !== facilityId;
        if (isRivals || !seesPrices(viewer)) return [];
      }
      const name = `#${orderId} ${order.title}`.trim();
      return [{ subject, name, link: `/order/${orderId}/messages`, controlled: order.controlled }];
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
        and m.unlocked_at is not null
        and (${found?.facilityId ?? null}::bigint is null or m.facility_id = ${found?.facilityId ?? null})
      where o.id = ${found?.orderId ?? null} order by m.facility_id
    `.execute(db);
    const [order] = rows;
    if (!order) return [];
    const facilities = rows.flatMap(({ facilityId, acted }): NoticeAudience[] => {
      const orWhoever: NoticeAudience['orWhoever'] = ({ memberRoles }) =>
        hasOrderRight(memberRoles, 'quote') ||
        (subject.kind !== 'ORDER_QUOTATION' && hasOrderRight(memberRoles, 'produce'));
      return facilityId === null ? [] : [{ place: { facilityId, companyId: null }, people: acted, orWhoever }];
    });
    return [{ place: { facilityId: null, companyId: order.companyId }, people: [order.createdBy] }, ...facilities];
  },

  async addressees(db, subject) {
    const [found] = await ordersOf(db, [subject]);
    const { rows } = await sql<{ facilityId: number }>`
      select m.facility_id as "facilityId" from rfq_match m
      where m.order_id = ${found?.orderId ?? null} and m.unlocked_at is not null
        and m.status <> all(${[...statusGroups.LOST]})
        and (${found?.facilityId ?? null}::bigint is null or m.facility_id = ${found?.facilityId ?? null})
      order by m.id
    `.execute(db);
    return rows.map(({ facilityId }) => facilityId);
  },

  async requireErasable(context, db, subject) {
    for (const id of await orderIdsOf(db, subject)) await requireNoHold(context, db, id);
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
      union select 'ORDER_QUOTATION', q.id from quote q join rfq_match qm on qm.id = q.match_id
        where qm.order_id in (select order_id from made)
    `.execute(db);
    return rows;
  },
};

const seesPrices = ({ memberRoles }: Principal): boolean => hasOrderRight(memberRoles, 'prices');

interface OfOrder extends Subject {
  orderId: number;
  /** Where only one facility sees it: that of a quote. */
  facilityId: number | null;
}

/** Those that exist, with their orders. */
async function ordersOf(db: QueryExecutorProvider, of: readonly Subject[]): Promise<OfOrder[]> {
  if (of.length === 0) return [];
  const idsOf = (kind: Subject['kind']) => of.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<OfOrder>`
    select 'RFQ_ORDER' as kind, id, id as "orderId", null::bigint as "facilityId"
      from rfq_order where id = any(${idsOf('RFQ_ORDER')}::bigint[])
    union all
    select 'RFQ_ORDER_FILE', id, order_id, null from rfq_order_file where id = any(${idsOf('RFQ_ORDER_FILE')}::bigint[])
    union all
    select 'ORDER_QUOTATION', q.id, qm.order_id, qm.facility_id from quote q join rfq_match qm on qm.id = q.match_id
      where q.id = any(${idsOf('ORDER_QUOTATION')}::bigint[])
  `.execute(db);
  return rows;
}

const orderIdsOf = async (db: QueryExecutorProvider, subject: Subject): Promise<number[]> =>
  (await ordersOf(db, [subject])).map(({ orderId }) => orderId);
