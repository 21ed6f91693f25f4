import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { Capa, capaSummary, listCapas, searchCapas } from '@sinter/sdk/contract/quality/capas';
import { guestLinks, isoTime, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { capaCheckDue, capaOverdue, capaRows, capaTasks, nameOf, wholeCapa } from './rows.ts';
import { eventsFrom, missingFor, type CapaFacts } from './transitions.ts';

/** Tasks that are answered by a link (`GuestTaskKind`). */
export const guestKind = 'quality.capaTask';

/** Counted no further. */
const mostCounted = 1000;

/** A capa `c` that somebody owns, or has a task of. */
const mine = (userId: number) => sql<boolean>`(c.owner_id = ${userId} or exists (
  select from capa_task k where k.capa_id = c.id and k.owner_id = ${userId} and k.done_at is null))`;

/** Those that are not closed are few: all of them are looked at. */
export async function summary({ db, user, facilityId }: CallContext): Promise<CallResult<typeof capaSummary>> {
  const { rows } = await sql<CallResult<typeof capaSummary>>`
    select count(*)::int as active, count(*) filter (where ${capaOverdue})::int as overdue,
      count(*) filter (where ${capaCheckDue})::int as "checkDue", count(*) filter (where ${mine(user.userId)})::int as mine
    from capa c where c.facility_id = ${facilityId} and c.status <> 'CLOSED'
  `.execute(db);
  return rows[0] ?? { active: 0, overdue: 0, checkDue: 0, mine: 0 };
}

export async function search(
  { db, user, facilityId }: CallContext,
  { query: { page, size, sort, direction }, body }: CallArguments<typeof searchCapas>,
): Promise<CallResult<typeof searchCapas>> {
  const words = body.searchString;
  const conditions = [
    sql`c.facility_id = ${facilityId}`,
    ...(body.status === null
      ? []
      : [body.status === 'ACTIVE' ? sql`c.status <> 'CLOSED'` : sql`c.status = ${body.status}`]),
    ...(body.type === null ? [] : [sql`c.type = ${body.type}`]),
    ...(body.source === null ? [] : [sql`c.source = ${body.source}`]),
    ...(body.mine ? [mine(user.userId)] : []),
    ...(body.overdue ? [capaOverdue] : []),
    ...(body.checkDue ? [capaCheckDue] : []),
    ...(words === '' ? [] : [sql`c.search_text ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`]),
  ];
  const found = sql`from capa c where ${sql.join(conditions, sql` and `)}`;
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const order = {
    created: sql`c.created_at ${way}, c.id ${way}`,
    due: sql`c.due_on ${way} nulls last, c.id ${way}`,
    number: sql`c.number ${way}, c.id ${way}`,
  }[sort];
  const capas = await capaRows(
    db,
    sql`select c.id, row_number() over (order by ${order}) as place ${found} order by ${order}
      limit ${size} offset ${page * size}`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${found} limit ${mostCounted + 1}) counted
  `.execute(db);
  const total = rows[0]?.count ?? 0;
  return { capas, totalCount: Math.min(total, mostCounted), moreThanTotal: total > mostCounted };
}

export async function list(
  { db, facilityId }: CallContext,
  { query: { offset } }: CallArguments<typeof listCapas>,
): Promise<CallResult<typeof listCapas>> {
  const { rows } = await sql<CallResult<typeof listCapas>[number]>`
    select c.id, c.title, c.type, c.status, c.due_on::text as "dueOn", ${isoTime('c.created_at')} as "createdOn",
      coalesce((select ${nameOf('u')} from app_user u where u.id = c.owner_id), '') as owner
    from capa c where c.facility_id = ${facilityId} order by c.created_at desc, c.id desc limit 100 offset ${offset}
  `.execute(db);
  return rows;
}

/** Throws NOT_FOUND for one of another facility. */
export async function detail(context: CallContext, id: number): Promise<Capa> {
  const { db, user, facilityId } = context;
  const capa = await wholeCapa(db, facilityId, id);
  if (!capa) throw new CallError('NOT_FOUND');
  const tasks = await capaTasks(db, id);
  const links = await context.get(guestLinks).until(
    db,
    guestKind,
    tasks.map((task) => task.id),
  );
  const { checkDue, ...shown } = capa;
  const facts: CapaFacts = {
    hasOwner: capa.owner !== null,
    hasProblem: capa.problem !== '',
    hasRootCause: capa.rootCause !== '',
    tasks: tasks.map(({ kind, doneAt, ownerId }) => ({ kind, done: doneAt !== null, ownerId })),
    checkDue,
  };
  const allowed = eventsFrom(capa.status);
  const [leadsOn] = allowed.filter((event) => event !== 'FAIL');
  return {
    ...shown,
    ncrs: await ncrsOf(context, id),
    taskList: tasks.map(({ ownerId, ...task }) => ({
      ...task,
      linkUntil: links.get(task.id)?.toISOString() ?? null,
      mine: capa.status !== 'CLOSED' && (ownerId === user.userId || capa.owner?.id === user.userId),
    })),
    allowed,
    missing: leadsOn ? missingFor(leadsOn, facts, user.userId) : [],
    mayEdit: capa.status !== 'CLOSED',
  };
}

/** Those of export-controlled orders are left out for who is not cleared. */
async function ncrsOf({ db, user }: CallContext, capaId: number): Promise<Capa['ncrs']> {
  const { rows } = await sql<Capa['ncrs'][number]>`
    select n.id, n.number, n.title, n.status from capa_ncr l join ncr n on n.id = l.ncr_id
      left join rfq_order o on o.id = n.order_id
    where l.capa_id = ${capaId} and (${user.cleared} or n.order_id is null or not ${orderIsControlled})
    order by n.created_at desc, n.id desc
  `.execute(db);
  return rows;
}
