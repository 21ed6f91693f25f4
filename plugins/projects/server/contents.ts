import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  addProjectOrders,
  addProjectParts,
  listProjectChoices,
  listProjectOrders,
  listProjectParts,
  removeProjectOrder,
  removeProjectPart,
} from '@sinter/sdk/contract/projects/contents';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { lockProject, ownProjects, requireProject } from './access.ts';
import { countOf, seenOrders, seenParts } from './read.ts';
import { record } from './record.ts';

type Done = Promise<{ success: 'true' }>;

export async function orders(
  context: CallContext,
  { params, query: { page, size } }: CallArguments<typeof listProjectOrders>,
): Promise<CallResult<typeof listProjectOrders>> {
  const { db, user } = context;
  await requireProject(db, user, params.id);
  const from = sql`
    from project_order po join ${seenOrders(context)} o on o.id = po.order_id where po.project_id = ${params.id}`;
  const { rows } = await sql<CallResult<typeof listProjectOrders>['orders'][number]>`
    select o.id, o.title, o.phase, o.customer, ${isoTime('o.promised_at')} as "promisedOn",
      case when o.quote_minor is not null
        then jsonb_build_object('amount', o.quote_minor, 'currency', o.quote_currency) end as quote
    ${from} order by o.id desc limit ${size} offset ${page * size}
  `.execute(db);
  return { orders: rows, totalCount: await countOf(db, from) };
}

/** Throws NOT_FOUND unless the caller sees all of these rows of `seen`. */
async function requireSeen({ db }: CallContext, seen: RawBuilder<unknown>, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const count = await countOf(db, sql`from ${seen} s where s.id = any(${wanted}::bigint[])`);
  if (count < wanted.length) throw new CallError('NOT_FOUND');
}

export async function addOrders(
  context: CallContext,
  { params, body: { orderIds } }: CallArguments<typeof addProjectOrders>,
): Done {
  await requireSeen(context, seenOrders(context), orderIds);
  return context.write(async (unit) => {
    const project = await lockProject(unit, context.user, params.id, 'EDIT');
    const { rows } = await sql<{ id: number }>`
      insert into project_order (project_id, order_id) select ${project.id}, id from unnest(${orderIds}::bigint[]) as id
      on conflict do nothing returning order_id as id
    `.execute(unit.db);
    if (rows.length > 0)
      await record(unit, context.user, project, { what: 'ORDER_ADDED', orderIds: rows.map(({ id }) => id) });
    return { success: 'true' as const };
  });
}

export async function removeOrder(
  context: CallContext,
  { params: { id, orderId } }: CallArguments<typeof removeProjectOrder>,
): Done {
  await requireSeen(context, seenOrders(context), [orderId]);
  return context.write(async (unit) => {
    const project = await lockProject(unit, context.user, id, 'EDIT');
    const { rows } = await sql`
      delete from project_order where project_id = ${id} and order_id = ${orderId} returning order_id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    await record(unit, context.user, project, { what: 'ORDER_REMOVED', orderIds: [orderId] });
    return { success: 'true' as const };
  });
}

export async function parts(
  context: CallContext,
  { params, query: { page, size } }: CallArguments<typeof listProjectParts>,
): Promise<CallResult<typeof listProjectParts>> {
  const { db, user } = context;
  await requireProject(db, user, params.id);
  const from = sql`
    from project_part pp join ${seenParts(context)} s on s.id = pp.part_id where pp.project_id = ${params.id}`;
  const { rows } = await sql<CallResult<typeof listProjectParts>['parts'][number]>`
    select s.id, s.name, s.part_number as "partNumber", s.revision_count as "revisionCount"
    ${from} order by lower(s.name), s.id limit ${size} offset ${page * size}
  `.execute(db);
  return { parts: rows, totalCount: await countOf(db, from) };
}

export async function addParts(
  context: CallContext,
  { params, body: { partIds } }: CallArguments<typeof addProjectParts>,
): Done {
  await requireSeen(context, seenParts(context), partIds);
  return context.write(async (unit) => {
    const project = await lockProject(unit, context.user, params.id, 'EDIT');
    const { rows } = await sql<{ id: number }>`
      insert into project_part (project_id, part_id) select ${project.id}, id from unnest(${partIds}::bigint[]) as id
      on conflict do nothing returning part_id as id
    `.execute(unit.db);
    if (rows.length > 0)
      await record(unit, context.user, project, { what: 'PART_ADDED', partIds: rows.map(({ id }) => id) });
    return { success: 'true' as const };
  });
}

export async function removePart(
  context: CallContext,
  { params: { id, partId } }: CallArguments<typeof removeProjectPart>,
): Done {
  await requireSeen(context, seenParts(context), [partId]);
  return context.write(async (unit) => {
    const project = await lockProject(unit, context.user, id, 'EDIT');
    const { rows } = await sql`
      delete from project_part where project_id = ${id} and part_id = ${partId} returning part_id
    `.execute(unit.db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    await record(unit, context.user, project, { what: 'PART_REMOVED', partIds: [partId] });
    return { success: 'true' as const };
  });
}

export async function choices(
  context: CallContext,
  { query: { orderId, partId, search } }: CallArguments<typeof listProjectChoices>,
): Promise<CallResult<typeof listProjectChoices>> {
  const holds =
    orderId !== undefined
      ? sql`exists (select from project_order po where po.project_id = p.id and po.order_id = ${orderId})`
      : sql`exists (select from project_part pp where pp.project_id = p.id and pp.part_id = ${partId ?? null})`;
  if (orderId !== undefined) await requireSeen(context, seenOrders(context), [orderId]);
  else if (partId !== undefined) await requireSeen(context, seenParts(context), [partId]);
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<CallResult<typeof listProjectChoices>[number]>`
    select p.id, p.name, ${holds} as holds from ${ownProjects(context.user)}
    where p.closed_at is null and me.role <> 'READER' and p.name ilike ${pattern}
    order by p.updated_at desc, p.id desc limit 50
  `.execute(context.db);
  return rows;
}
