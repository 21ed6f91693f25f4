import type { Principal } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import type { listPartners } from '@sinter/sdk/contract/projects/projects';
import { members, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { sideOf, type OwnProject } from './access.ts';
import { kinds } from './notices.ts';
import { placeOfSide } from './record.ts';
import { say } from './texts.ts';

type Known = Pick<CallContext, 'get' | 'user'>;

/** Partners `known` of the caller's side: a facility's customers, or the facilities that a buyer's orders were sent to. */
const partnersOf = ({ get, user }: Known) => sql`(${get(orderSight).partners(user)}) known`;

export async function partners(
  context: CallContext,
  { query }: CallArguments<typeof listPartners>,
): Promise<CallResult<typeof listPartners>> {
  const pattern = `%${query.search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const found =
    sideOf(context.user) === 'FACILITY'
      ? sql<{ id: number; name: string }>`
          select distinct c.id, c.name from ${partnersOf(context)} join company c on c.id = known.company_id
          where c.name ilike ${pattern} order by c.name limit 20`
      : sql<{ id: number; name: string }>`
          select distinct f.id, f.company_name as name from ${partnersOf(context)} join facility f on f.id = known.facility_id
          where f.company_name ilike ${pattern} order by f.company_name limit 20`;
  return (await found.execute(context.db)).rows;
}

/** Throws INVALID_INPUT for a partner with whom the caller's side has no order. */
export async function requirePartner(context: Known, db: QueryExecutorProvider, partnerId: number): Promise<void> {
  const column = sideOf(context.user) === 'FACILITY' ? 'known.company_id' : 'known.facility_id';
  const { rows } = await sql`
    select 1 from ${partnersOf(context)} where ${sql.ref(column)} = ${partnerId} limit 1
  `.execute(db);
  if (rows.length === 0) throw wrongField('partnerId', say('notPartner'));
}

const leading: readonly string[] = ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER'];

/** A buyer knows nobody of a facility: those who lead it are added, and bring in whom it concerns. */
export async function addLeading(
  context: CallContext,
  unit: Work,
  project: Pick<OwnProject, 'id'>,
  facilityId: number,
): Promise<void> {
  const team = await context.get(members).inTeam(unit.db, { facilityId, companyId: null }, 'OWN', 1000);
  const people = team
    .filter((one) => one.facilityId === facilityId && one.enabled && one.accountEnabled)
    .filter(({ rights }) => rights.memberRoles.some((role) => leading.includes(role)))
    .map(({ userId }) => userId);
  if (people.length === 0) return;
  await sql`
    insert into project_member (project_id, user_id, side, role)
    select ${project.id}, user_id, 'FACILITY', 'EDITOR' from unnest(${people}::bigint[]) as user_id
    on conflict do nothing
  `.execute(unit.db);
  await tellAdded(unit, context.user, project.id, [placeOfSide({ facilityId, companyId: null }, 'FACILITY', people)]);
}

/** Tells people that they are in a project now. */
export async function tellAdded(
  unit: Work,
  { userId }: Pick<Principal, 'userId'>,
  projectId: number,
  to: Parameters<Work['notify']>[1]['to'],
): Promise<void> {
  await unit.notify(kinds.added, {
    subjectId: projectId,
    params: { by: await fullName(unit.db, userId) },
    key: `project ${projectId} added ${to.flatMap(({ people }) => people ?? []).join(' ')} ${Date.now()}`,
    by: userId,
    to,
  });
}

export async function fullName(db: QueryExecutorProvider, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from app_user where id = ${userId}
  `.execute(db);
  return rows[0]?.name ?? '';
}
