import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { partSight } from '@sinter/sdk/contract/catalog/partSight';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Project, ProjectRow, readProjectHistory, searchProjects } from '@sinter/sdk/contract/projects/projects';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { mayDo, ownProjects, requireProject, roleOf, sideOf, type Side } from './access.ts';

type Reading = Pick<CallContext, 'db' | 'user' | 'get'>;

/** Orders `o` and parts `s` that the caller sees, for queries that join them. */
export const seenOrders = (context: Pick<Reading, 'user' | 'get'>): RawBuilder<unknown> =>
  sql`(${context.get(orderSight).seen(context.user)})`;
export const seenParts = (context: Pick<Reading, 'user' | 'get'>): RawBuilder<unknown> =>
  sql`(${context.get(partSight).seen(context.user)})`;

export const nameOf = (user: string) =>
  sql<string>`trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`;

/** A task `k` that is late today, wherever its readers are. */
export const isOverdue = sql<boolean>`(k.state <> 'DONE' and k.due_on < (now() at time zone 'UTC')::date)`;

/** Columns of `projectRowSchema` over `p` and `me`. */
const facts = (context: Reading) => sql`
  p.id, p.name, p.target_on::text as "targetDate", p.closed_at is not null as closed, me.role,
  ${isoTime('p.updated_at')} as "updatedOn",
  (select jsonb_build_object('id', c.id, 'name', c.name) from company c where c.id = p.company_id) as customer,
  (select jsonb_build_object('id', f.id, 'name', f.company_name) from facility f where f.id = p.facility_id) as facility,
  (select jsonb_build_object('total', count(*), 'done', count(*) filter (where k.state = 'DONE'),
      'overdue', count(*) filter (where ${isOverdue}))
    from project_task k where k.project_id = p.id and k.removed_at is null) as tasks,
  (select count(*)::int from project_order po join ${seenOrders(context)} o on o.id = po.order_id
    where po.project_id = p.id) as "orderCount",
  (select count(*)::int from project_part pp join ${seenParts(context)} s on s.id = pp.part_id
    where pp.project_id = p.id) as "partCount",
  (select count(*)::int from project_member each where each.project_id = p.id) as "memberCount"`;

/** Counted no further. */
const mostCounted = 1000;

export async function search(
  context: CallContext,
  { query: { page, size }, body }: CallArguments<typeof searchProjects>,
): Promise<CallResult<typeof searchProjects>> {
  const { db, user } = context;
  const { searchText, state, mine, sort } = body;
  const words = searchText.trim();
  const conditions = [
    ...(state === 'ALL' ? [] : [state === 'OPEN' ? sql`p.closed_at is null` : sql`p.closed_at is not null`]),
    ...(words === '' ? [] : [sql`p.name ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`]),
    ...(mine === 'OWNED' ? [sql`me.role = 'OWNER'`] : []),
    ...(mine === 'MY_TASKS'
      ? [
          sql`exists (select from project_task k where k.project_id = p.id and k.assignee_id = ${user.userId}
            and k.removed_at is null and k.state <> 'DONE')`,
        ]
      : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const order = {
    UPDATED: sql`p.updated_at desc, p.id desc`,
    TARGET_DATE: sql`p.target_on asc nulls last, p.id desc`,
    NAME: sql`lower(p.name), p.id desc`,
  }[sort];
  const found = sql`from ${ownProjects(user)} ${where}`;
  const { rows } = await sql<ProjectRow>`
    with page as (select p.id, row_number() over (order by ${order}) as place ${found}
      order by ${order} limit ${size} offset ${page * size})
    select ${facts(context)},
      array(select ${nameOf('u')} from project_member each join app_user u on u.id = each.user_id
        where each.project_id = p.id order by each.added_at, each.user_id limit 5) as members
    from page join ${ownProjects(user)} on p.id = page.id order by page.place
  `.execute(db);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${found} limit ${mostCounted + 1}) counted
  `.execute(db);
  const total = counted.rows[0]?.count ?? 0;
  return { projects: rows, totalCount: Math.min(total, mostCounted), moreThanTotal: total > mostCounted };
}

type Row = Omit<Project, 'may' | 'quoted' | 'members'> & {
  members: { userId: number; name: string; side: Side; role: Project['role'] }[];
};

export async function detail(context: CallContext, id: number): Promise<Project> {
  const { db, user } = context;
  const prices = hasOrderRight(user.memberRoles, 'prices');
  const { rows } = await sql<Row>`
    select ${facts(context)}, p.description, p.version, ${nameOf('creator')} as "createdBy", ${isoTime('p.created_at')} as "createdOn",
      (select count(*)::int ${filesOf(sql`p.id`)}) as "fileCount",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', each.user_id, 'name', ${nameOf('u')}, 'side', each.side, 'role', each.role)
          order by each.side, each.added_at, each.user_id), '[]')
        from project_member each join app_user u on u.id = each.user_id where each.project_id = p.id) as members,
      array(select i.email from project_invitation i where i.project_id = p.id and me.role = 'OWNER' order by i.email) as invited,
      (select jsonb_build_object('amount', b.amount_minor, 'currency', b.currency) from project_budget b
        where b.project_id = p.id and b.side = ${sideOf(user)} and ${prices}::boolean) as budget
    from ${ownProjects(user)} join app_user creator on creator.id = p.created_by where p.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  const { role, closed } = row;
  return {
    ...row,
    members: row.members.map(({ side, ...member }) => ({
      ...member,
      side: roleOf(side),
      self: member.userId === user.userId && side === sideOf(user),
    })),
    quoted: prices ? await quotedFor(context, id) : null,
    may: {
      edit: !closed && mayDo(role, 'EDIT'),
      manage: !closed && mayDo(role, 'OWN'),
      invite: !closed && mayDo(role, 'EDIT'),
      close: mayDo(role, 'OWN'),
      prices,
    },
  };
}

/** Files of a project, for `from`: none that is export controlled now. */
export const filesOf = (projectId: RawBuilder<unknown>) => sql`
  from project_file f join stored_file s on s.id = f.file_id and not s.controlled where f.project_id = ${projectId}`;

async function quotedFor(context: CallContext, id: number): Promise<Project['quoted']> {
  const { rows } = await sql<{ amount: number; currency: string }>`
    select sum(o.quote_minor)::bigint as amount, o.quote_currency as currency
    from project_order po join ${seenOrders(context)} o on o.id = po.order_id
    where po.project_id = ${id} and o.quote_minor is not null and o.phase not in ('LOST', 'DRAFT')
    group by o.quote_currency order by 1 desc
  `.execute(context.db);
  return rows;
}

export async function history(
  context: CallContext,
  { params, query: { page, size } }: CallArguments<typeof readProjectHistory>,
): Promise<CallResult<typeof readProjectHistory>> {
  const { db, user } = context;
  await requireProject(db, user, params.id);
  const shown = sql`
    from project_history h
      left join app_user u on u.id = h.user_id
      left join ${seenOrders(context)} o on o.id = h.order_id
      left join ${seenParts(context)} seen on seen.id = h.part_id
      left join stored_file s on s.id = h.file_id and not s.controlled
    where h.project_id = ${params.id} and (h.order_id is null or o.id is not null)
      and (h.part_id is null or seen.id is not null) and (h.file_id is null or s.id is not null)`;
  const { rows } = await sql<CallResult<typeof readProjectHistory>['events'][number]>`
    select h.id, ${isoTime('h.at')} as at, coalesce(${nameOf('u')}, '') as by, h.what, h.moved_to as to,
      coalesce(trim('#' || o.id || ' ' || o.title), seen.name, s.file_name, h.subject) as subject
    ${shown} order by h.id desc limit ${size} offset ${page * size}
  `.execute(db);
  return { events: rows, totalCount: await countOf(db, shown) };
}

export async function countOf(db: QueryExecutorProvider, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}
