import { type Kysely, sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { DepartmentNames } from '@sinter/sdk/contract/admin/departments';
import { addDepartment, listDepartments } from '@sinter/sdk/contract/admin/team';
import { type Place, placeOf, type ServerHost, type Tables } from '@sinter/sdk/server';
import { adminDb } from '../tables.ts';
import { say } from '../texts.ts';

/** Names of departments, for other areas. */
export const names: DepartmentNames = {
  ofMember: async (db, membershipId) =>
    (await departmentsOf(db, [membershipId])).get(membershipId)?.map(({ name }) => name) ?? [],
  async ofCompanies(db, companyIds) {
    const rows = await adminDb(db)
      .selectFrom('department')
      .select('name')
      .distinct()
      .where('company_id', '=', sql<number>`any(${[...companyIds]}::bigint[])`)
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  },
};

export interface Department {
  id: number;
  name: string;
}

export function handleDepartments({ handle }: ServerHost): void {
  handle(listDepartments, (context) =>
    inPlace(context.db, placeOf(context))
      .orderBy(sql`lower(name)`)
      .execute(),
  );

  handle(addDepartment, (context, { body: { name } }) =>
    context.write(async (unit) => {
      const { facilityId, companyId } = placeOf(context);
      const added = await adminDb(unit.db)
        .insertInto('department')
        .values({ facility_id: facilityId, company_id: companyId, name })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (!added) throw new CallError('CONFLICT', say('departmentTaken'));
      await unit.audit({
        action: 'team.department_added',
        objectKind: 'DEPARTMENT',
        objectId: String(added.id),
        after: { name },
      });
      return added;
    }),
  );
}

const inPlace = (db: Kysely<Tables>, { facilityId, companyId }: Place) =>
  adminDb(db)
    .selectFrom('department')
    .select(['id', 'name'])
    .where((where) =>
      companyId === null ? where('facility_id', '=', facilityId) : where('company_id', '=', companyId),
    );

/** By membership; those in none are left out. */
export async function departmentsOf(
  db: Kysely<Tables>,
  membershipIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Department[]>> {
  const departments = new Map<number, Department[]>();
  if (membershipIds.length === 0) return departments;
  const links = await adminDb(db)
    .selectFrom('membership_department')
    .innerJoin('department', 'department.id', 'membership_department.department_id')
    .select(['membership_id', 'department.id', 'department.name'])
    .where('membership_id', '=', sql<number>`any(${[...membershipIds]}::bigint[])`)
    .orderBy(sql`lower(department.name)`)
    .execute();
  for (const { membership_id, id, name } of links) {
    departments.set(membership_id, [...(departments.get(membership_id) ?? []), { id, name }]);
  }
  return departments;
}

/** Throws INVALID_INPUT for one of another place. */
export async function requireDepartments(
  db: Kysely<Tables>,
  place: Place,
  ids: readonly number[],
): Promise<Department[]> {
  if (ids.length === 0) return [];
  const found = await inPlace(db, place).where('id', 'in', ids).orderBy('name').execute();
  if (found.length < ids.length) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { departmentIds: say('noDepartment') } });
  }
  return found;
}

/** Puts somebody into these departments and no others. */
export async function setDepartments(
  db: Kysely<Tables>,
  membershipId: number,
  departments: readonly Department[],
): Promise<void> {
  const own = adminDb(db);
  await own.deleteFrom('membership_department').where('membership_id', '=', membershipId).execute();
  if (departments.length === 0) return;
  await own
    .insertInto('membership_department')
    .values(departments.map(({ id }) => ({ membership_id: membershipId, department_id: id })))
    .execute();
}

/** A facility that is made like another one has its departments too. */
export async function copyDepartments(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  await sql`insert into department (facility_id, name)
    select ${to}, name from department where facility_id = ${from}`.execute(db);
}
