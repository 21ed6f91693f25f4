import type { Kysely } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import {
  type CallContext,
  type MemberRecord,
  members,
  type Place,
  placeOf,
  type Tables,
  type TeamKind,
} from '@sinter/sdk/server';
import { dashboardsOf } from '../../shared/dashboards.ts';
import { callerRightsTowards } from './callerRights.ts';
import { type Department, departmentsOf } from './departments.ts';
import { effective, exceeds, type CallerRights } from './rights.ts';

/** Somebody in a facility or company, as the rules need them. */
export interface Member extends MemberRecord {
  kind: TeamKind;
  departments: readonly Department[];
}

export async function listMembers(
  { get, db, user }: CallContext,
  place: Place,
  kind: TeamKind,
  most: number,
): Promise<(caller: CallerRights) => TeamMember[]> {
  const team = await complete(db, place, await get(members).inTeam(db, place, kind, most));
  return (caller) => team.map((member) => toMemberDto(member, caller, user.userId));
}

/** One of the team by the membership's id; throws NOT_FOUND for anybody else. */
export const requireMember = (context: CallContext, id: number) => (db: Kysely<Tables>) => {
  const place = placeOf(context);
  const { facilityId, companyId } = place;
  return requireOne(context, db, place, id, (member) =>
    companyId === null
      ? member.facilityId === facilityId ||
        (member.letInByFacilityId === facilityId && member.accountType === 'THIRD_PARTY_ENGINEER')
      : member.companyId === companyId,
  );
};

/** Somebody in any facility of the root's tree; throws NOT_FOUND for anybody else. */
export const requireInTree = (context: CallContext, id: number) => (db: Kysely<Tables>) => {
  const rootId = context.facilityId;
  const root = { facilityId: rootId, companyId: null };
  return requireOne(context, db, root, id, (member) => member.rootFacilityId === rootId);
};

async function requireOne(
  { get }: CallContext,
  db: Kysely<Tables>,
  place: Place,
  id: number,
  belongs: (member: MemberRecord) => boolean,
): Promise<Member> {
  const found = await get(members).find(db, id);
  const [member] = found && belongs(found) ? await complete(db, place, [found]) : [];
  if (!member) throw new CallError('NOT_FOUND');
  return member;
}

async function complete(db: Kysely<Tables>, place: Place, records: readonly MemberRecord[]): Promise<Member[]> {
  const departments = await departmentsOf(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => ({
    ...record,
    // A facility's own people are no engineers.
    kind: place.facilityId !== null && record.side === 'ROLE_ENGINEER' ? 'THIRD_PARTY' : 'OWN',
    departments: departments.get(record.id) ?? [],
  }));
}

export const isActive = ({ enabled, accountEnabled }: MemberRecord): boolean => enabled && accountEnabled;

/** Somebody of the team as the caller sees them. */
export function toMemberDto(member: Member, caller: CallerRights, callerId: number): TeamMember {
  const { id, userId, email, firstName, lastName, accountType, rights, departments, secondFactor, dashboard } = member;
  return {
    id,
    userId,
    email,
    firstName,
    lastName,
    accountType,
    secondFactor,
    departments: [...departments],
    dashboard: dashboardsOf[accountType].length > 0 ? dashboard : null,
    status: isActive(member) ? 'ACTIVE' : 'DISABLED',
    place: { id: member.facilityId ?? member.companyId, name: member.placeName },
    memberRoles: [...rights.memberRoles],
    permissions: effective(rights, caller),
    granted: [...rights.granted],
    revoked: [...rights.revoked],
    authorities: [member.side, ...rights.authorities],
    lastSignIn: member.lastSignIn?.toISOString() ?? null,
    validUntil: null,
    locked: userId === callerId || exceeds(rights, callerRightsTowards(member.kind, caller)),
  };
}
