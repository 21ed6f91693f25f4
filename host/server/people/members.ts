import { sql } from 'kysely';
import { CallError, type AccountType, type Role } from '@sinter/sdk/contract';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import type { Place } from '@sinter/sdk/server';
import type { RoomDb } from './tables.ts';
import { type TeamKind, towards } from './callerRights.ts';
import { effective, exceeds, type Giver, type Rights } from './rights.ts';

/** Somebody in a facility or company, as the rules need them. */
export interface Member {
  id: number;
  userId: number;
  kind: TeamKind;
  side: Role;
  accountType: AccountType;
  facilityId: number | null;
  companyId: number | null;
  placeName: string;
  email: string;
  firstName: string;
  lastName: string;
  language: string;
  enabled: boolean;
  rights: Rights;
  departments: { id: number; name: string }[];
  lastSignIn: Date | null;
  secondFactor: boolean;
}

const thirdParty: AccountType = 'THIRD_PARTY_ENGINEER';

function select(db: RoomDb) {
  return db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('facility', 'facility.id', 'membership.facility_id')
    .leftJoin('company', 'company.id', 'membership.company_id')
    .select([
      'membership.id',
      'membership.user_id',
      'membership.role',
      'membership.account_type',
      'membership.facility_id',
      'membership.company_id',
      'membership.member_roles',
      'membership.permissions_granted',
      'membership.permissions_revoked',
      'membership.authorities',
      sql<string>`coalesce(facility.company_name, company.name)`.as('place_name'),
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.language',
      'app_user.last_sign_in_at',
      sql<boolean>`not membership.disabled and not app_user.disabled`.as('enabled'),
      sql<boolean>`exists (select from totp where totp.user_id = app_user.id and totp.confirmed_at is not null)
        or exists (select from passkey where passkey.user_id = app_user.id)`.as('second_factor'),
    ]);
}
type Query = ReturnType<typeof select>;

/** Those whom `place` looks after: its own people, or the third-party engineers whom it has let in. */
const inTeam = ({ facilityId, companyId }: Place, kind: TeamKind) =>
  kind === 'THIRD_PARTY'
    ? sql<boolean>`(company.let_in_by_facility_id = ${facilityId} and membership.account_type = ${thirdParty})`
    : companyId === null
      ? sql<boolean>`membership.facility_id = ${facilityId}`
      : sql<boolean>`membership.company_id = ${companyId}`;

export async function listMembers(db: RoomDb, place: Place, kind: TeamKind, size: number): Promise<Member[]> {
  const query = select(db)
    .where(inTeam(place, kind))
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy('membership.id')
    .limit(size);
  return complete(db, query, place);
}

/** One of the team by the membership's id; throws NOT_FOUND for anybody else. */
export async function requireMember(db: RoomDb, place: Place, id: number): Promise<Member> {
  const query = select(db)
    .where('membership.id', '=', id)
    .where(
      place.facilityId === null
        ? inTeam(place, 'OWN')
        : sql<boolean>`(${inTeam(place, 'OWN')} or ${inTeam(place, 'THIRD_PARTY')})`,
    );
  const [member] = await complete(db, query, place);
  if (!member) throw new CallError('NOT_FOUND');
  return member;
}

/** Somebody in any facility of the root's tree; throws NOT_FOUND for anybody else. */
export async function requireInTree(db: RoomDb, rootId: number, id: number): Promise<Member> {
  const query = select(db)
    .where('membership.id', '=', id)
    .where((where) => where.or([where('facility.id', '=', rootId), where('facility.root_facility_id', '=', rootId)]));
  const [member] = await complete(db, query, { facilityId: rootId, companyId: null });
  if (!member) throw new CallError('NOT_FOUND');
  return member;
}

/** Everything that a user is elsewhere, with the root of the enterprise where that is a facility. */
export async function otherMemberships(db: RoomDb, { id, userId }: Member) {
  const rows = await select(db)
    .select([
      sql<number | null>`coalesce(facility.root_facility_id, facility.id)`.as('root_id'),
      'company.let_in_by_facility_id',
    ])
    .where('membership.user_id', '=', userId)
    .where('membership.id', '!=', id)
    .where('membership.disabled', '=', false)
    .execute();
  return rows.map((row) => ({ rights: rightsOf(row), rootId: row.root_id, letInBy: row.let_in_by_facility_id }));
}

type Row = Awaited<ReturnType<Query['execute']>>[number];

const rightsOf = (
  row: Pick<Row, 'member_roles' | 'permissions_granted' | 'permissions_revoked' | 'authorities'>,
): Rights => ({
  memberRoles: row.member_roles,
  granted: row.permissions_granted,
  revoked: row.permissions_revoked,
  authorities: row.authorities,
});

async function complete(db: RoomDb, query: Query, place: Place): Promise<Member[]> {
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('membership_department')
    .innerJoin('department', 'department.id', 'membership_department.department_id')
    .select(['membership_id', 'department.id', 'department.name'])
    .where('membership_id', '=', sql<number>`any(${rows.map((row) => row.id)}::bigint[])`)
    .orderBy(sql`lower(department.name)`)
    .execute();
  const departments = new Map<number, { id: number; name: string }[]>();
  for (const { membership_id, id, name } of links) {
    departments.set(membership_id, [...(departments.get(membership_id) ?? []), { id, name }]);
  }
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    // A facility's own people are no engineers.
    kind: place.facilityId !== null && row.role === 'ROLE_ENGINEER' ? 'THIRD_PARTY' : 'OWN',
    side: row.role,
    accountType: row.account_type,
    facilityId: row.facility_id,
    companyId: row.company_id,
    placeName: row.place_name,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    enabled: row.enabled,
    rights: rightsOf(row),
    departments: departments.get(row.id) ?? [],
    lastSignIn: row.last_sign_in_at,
    secondFactor: row.second_factor,
  }));
}

/** Somebody of the team as the caller sees them. */
export function toMemberDto(member: Member, giver: Giver, callerId: number): TeamMember {
  const { id, userId, email, firstName, lastName, accountType, rights, departments, secondFactor } = member;
  return {
    ...{ id, userId, email, firstName, lastName, accountType, departments, secondFactor },
    status: member.enabled ? 'ACTIVE' : 'DISABLED',
    place: { id: member.facilityId ?? member.companyId, name: member.placeName },
    memberRoles: [...rights.memberRoles],
    permissions: effective(rights, giver),
    granted: [...rights.granted],
    revoked: [...rights.revoked],
    authorities: [member.side, ...rights.authorities],
    lastSignIn: member.lastSignIn?.toISOString() ?? null,
    validUntil: null,
    locked: userId === callerId || exceeds(rights, towards(member.kind, giver)),
  };
}
