import { sql } from 'kysely';
import { CallError, type AccountType, type Role } from '@sinter/sdk/contract';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import type { Place } from '@sinter/sdk/server';
import type { RoomDb } from './tables.ts';
import { type TeamKind, towards } from './callerRights.ts';
import { effective, exceeds, type Giver, type Rights } from './rights.ts';

/** Somebody who was invited and has not come yet. */
export interface Invited {
  id: number;
  kind: TeamKind;
  email: string;
  side: Role;
  accountType: AccountType;
  /** Where they are going to be; a third-party engineer's company, which does not exist yet. */
  placeName: string;
  /** Who invites: the same, but for a third-party engineer the facility. */
  host: string;
  rights: Rights;
  validUntil: Date;
  toDto(giver: Giver): TeamMember;
}

const select = (db: RoomDb) =>
  db
    .selectFrom('invitation')
    .leftJoin('facility', (join) =>
      join.on(sql<boolean>`facility.id = coalesce(invitation.facility_id, invitation.invited_by_facility_id)`),
    )
    .leftJoin('company', 'company.id', 'invitation.company_id')
    .select([
      'invitation.id',
      'invitation.email',
      'invitation.role',
      'invitation.account_type',
      'invitation.facility_id',
      'invitation.company_id',
      'invitation.company_name as new_company',
      'invitation.invited_by_facility_id',
      'invitation.member_roles',
      'invitation.permissions_granted',
      'invitation.permissions_revoked',
      'invitation.expires_at',
      sql<string>`coalesce(company.name, facility.company_name)`.as('host'),
    ])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(facility.active, true)`);
type Query = ReturnType<typeof select>;

const inTeam = (query: Query, { facilityId, companyId }: Place, kind: TeamKind): Query => {
  if (kind === 'THIRD_PARTY') return query.where('invitation.invited_by_facility_id', '=', facilityId);
  return companyId === null
    ? query.where('invitation.facility_id', '=', facilityId)
    : query.where('invitation.company_id', '=', companyId);
};

export async function listInvited(db: RoomDb, place: Place, kind: TeamKind, size: number): Promise<Invited[]> {
  const rows = await inTeam(select(db), place, kind).orderBy('invitation.id', 'desc').limit(size).execute();
  return rows.map(toInvited);
}

/** An open invitation of the place, own or third-party; throws NOT_FOUND for any other. */
export async function requireInvited(db: RoomDb, { facilityId, companyId }: Place, id: number): Promise<Invited> {
  const row = await select(db)
    .where('invitation.id', '=', id)
    .where((where) =>
      companyId === null
        ? where.or([
            where('invitation.facility_id', '=', facilityId),
            where('invitation.invited_by_facility_id', '=', facilityId),
          ])
        : where('invitation.company_id', '=', companyId),
    )
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return toInvited(row);
}

/**
 * SQL: the link of an invitation opens something. Not when the facility was closed, nor when whoever has invited was
 * shut out: they must not have left themselves a way back in. Whoever sends it again has invited from then on.
 */
export const linkHolds = sql<boolean>`(
  invitation.accepted_at is null and invitation.revoked_at is null and invitation.expires_at > now()
  and not exists (select from facility closed where not closed.active
    and closed.id = coalesce(invitation.facility_id, invitation.invited_by_facility_id))
  and (invitation.invited_by is null or exists (select from membership giver
    join app_user inviter on inviter.id = giver.user_id
    left join facility here on here.id = coalesce(invitation.facility_id, invitation.invited_by_facility_id)
    where giver.user_id = invitation.invited_by and not giver.disabled and not inviter.disabled
      and (giver.company_id = invitation.company_id or giver.facility_id in (here.id, here.root_facility_id)))))`;

/** The invitation that a link carries; throws LINK_EXPIRED when it no longer holds. */
export async function requireLinked(db: RoomDb, tokenHash: string): Promise<Invited> {
  const row = await select(db).where('token_hash', '=', tokenHash).where(linkHolds).executeTakeFirst();
  if (!row) throw new CallError('LINK_EXPIRED');
  return toInvited(row);
}

/** Is somebody with this address in the team, or invited already? */
export async function findTaken(
  db: RoomDb,
  place: Place,
  kind: TeamKind,
  email: string,
): Promise<'member' | 'invited' | null> {
  const { facilityId, companyId } = place;
  const same = sql<boolean>`lower(email) = lower(${email})`;
  const people = db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('company', 'company.id', 'membership.company_id')
    .select('membership.id')
    .where(same);
  const member = await (
    kind === 'THIRD_PARTY'
      ? people.where('company.let_in_by_facility_id', '=', facilityId)
      : companyId === null
        ? people.where('membership.facility_id', '=', facilityId)
        : people.where('membership.company_id', '=', companyId)
  ).executeTakeFirst();
  if (member) return 'member';
  return (await inTeam(select(db), place, kind).where(same).executeTakeFirst()) ? 'invited' : null;
}

function toInvited(row: Awaited<ReturnType<Query['execute']>>[number]): Invited {
  const kind = row.invited_by_facility_id === null ? ('OWN' as const) : ('THIRD_PARTY' as const);
  const rights: Rights = {
    memberRoles: row.member_roles,
    granted: row.permissions_granted,
    revoked: row.permissions_revoked,
    authorities: [],
  };
  const placeName = row.new_company ?? row.host;
  return {
    ...{ id: row.id, kind, email: row.email, side: row.role, accountType: row.account_type },
    ...{ placeName, host: row.host, rights, validUntil: row.expires_at },
    toDto: (giver) => ({
      id: row.id,
      status: 'INVITED',
      userId: null,
      email: row.email,
      firstName: '',
      lastName: '',
      accountType: row.account_type,
      place: { id: row.facility_id ?? row.company_id, name: placeName },
      memberRoles: row.member_roles,
      permissions: effective(rights, giver),
      granted: row.permissions_granted,
      revoked: row.permissions_revoked,
      authorities: [row.role],
      departments: [],
      lastSignIn: null,
      secondFactor: false,
      validUntil: row.expires_at.toISOString(),
      locked: exceeds(rights, towards(kind, giver)),
    }),
  };
}
