import { type Kysely, sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { InvitationRecord, Place, Tables, TeamKind } from '@sinter/sdk/server';
import { type RoomDb, roomDb } from './tables.ts';

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
      sql<string>`coalesce(company.name, facility.company_name)`.as('inviting_place'),
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

export async function listInvited(
  db: Kysely<Tables>,
  place: Place,
  kind: TeamKind,
  most: number,
): Promise<InvitationRecord[]> {
  const rows = await inTeam(select(roomDb(db)), place, kind)
    .orderBy('invitation.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(toRecord);
}

/** An open invitation of the place, own or third-party. */
export async function findInvited(
  db: Kysely<Tables>,
  { facilityId, companyId }: Place,
  id: number,
): Promise<InvitationRecord | null> {
  const row = await select(roomDb(db))
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
  return row ? toRecord(row) : null;
}

export async function isInvited(db: Kysely<Tables>, place: Place, kind: TeamKind, email: string): Promise<boolean> {
  const same = sql<boolean>`lower(invitation.email) = lower(${email})`;
  return (
    (await inTeam(select(roomDb(db)), place, kind)
      .where(same)
      .executeTakeFirst()) !== undefined
  );
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
export async function requireLinked(db: RoomDb, tokenHash: string): Promise<InvitationRecord> {
  const row = await select(db).where('token_hash', '=', tokenHash).where(linkHolds).executeTakeFirst();
  if (!row) throw new CallError('LINK_EXPIRED');
  return toRecord(row);
}

const toRecord = (row: Awaited<ReturnType<Query['execute']>>[number]): InvitationRecord => ({
  id: row.id,
  kind: row.invited_by_facility_id === null ? 'OWN' : 'THIRD_PARTY',
  email: row.email,
  side: row.role,
  accountType: row.account_type,
  placeId: row.facility_id ?? row.company_id,
  placeName: row.new_company ?? row.inviting_place,
  invitingPlace: row.inviting_place,
  rights: {
    memberRoles: row.member_roles,
    granted: row.permissions_granted,
    revoked: row.permissions_revoked,
    authorities: [],
  },
  validUntil: row.expires_at,
});
