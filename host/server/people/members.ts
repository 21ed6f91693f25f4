import { type Kysely, sql } from 'kysely';
import type { AccountType } from '@sinter/sdk/contract';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { MemberRecord, Members, Place, Tables, TeamKind, Work } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import type { Mail } from '../mail/mail.ts';
import { endSessions } from '../session/endSessions.ts';
import { type RoomDb, type RoomTransaction, roomDb, roomTransaction } from './tables.ts';

export function createMembers(mail: Mail): Members {
  return {
    async inTeam(db, place, kind, most) {
      const rows = await select(db)
        .where(inTeam(place, kind))
        .orderBy(sql`lower(app_user.last_name)`)
        .orderBy(sql`lower(app_user.first_name)`)
        .orderBy('membership.id')
        .limit(most)
        .execute();
      return rows.map(toRecord);
    },

    async hasAddress(db, place, kind, email) {
      const found = await select(db)
        .where(inTeam(place, kind))
        .where(sql<boolean>`lower(app_user.email) = lower(${email})`)
        .executeTakeFirst();
      return found !== undefined;
    },

    async find(db, id) {
      const row = await select(db).where('membership.id', '=', id).executeTakeFirst();
      return row ? toRecord(row) : null;
    },

    async ofUser(db, userId) {
      return (await select(db).where('membership.user_id', '=', userId).execute()).map(toRecord);
    },

    hasOtherSuperAdmin: (db, member) => hasOtherSuperAdmin(roomDb(db), member),

    async setRights(unit, member, { memberRoles, granted, revoked, authorities }) {
      const db = roomTransaction(unit.db);
      await db
        .updateTable('membership')
        .set({
          member_roles: [...memberRoles],
          permissions_granted: [...granted],
          permissions_revoked: [...revoked],
          authorities: [...authorities],
        })
        .where('id', '=', member.id)
        .execute();
      await announce(unit, db, member);
    },

    async setDashboard(unit, member, dashboard) {
      const db = roomTransaction(unit.db);
      await db.updateTable('membership').set({ dashboard }).where('id', '=', member.id).execute();
      await announce(unit, db, member);
    },

    async setEnabled(unit, member, enabled) {
      const db = roomTransaction(unit.db);
      await db.updateTable('membership').set({ disabled: !enabled }).where('id', '=', member.id).execute();
      if (!enabled) await endSessions(unit, member.userId, { only: { membershipId: member.id } });
      await announce(unit, db, member);
    },

    async move(unit, member, facilityId) {
      const db = roomTransaction(unit.db);
      await db.updateTable('session').set({ facility_id: null }).where('membership_id', '=', member.id).execute();
      await db.updateTable('membership').set({ facility_id: facilityId }).where('id', '=', member.id).execute();
      await announce(unit, db, member);
      await unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] });
    },

    async resetFactors(unit, member, address) {
      const db = roomTransaction(unit.db);
      for (const table of ['totp', 'passkey', 'recovery_code'] as const) {
        await db.deleteFrom(table).where('user_id', '=', member.userId).execute();
      }
      await endSessions(unit, member.userId);
      await mail.send(unit, 'factorsChanged', {
        to: member.email,
        language: member.language,
        values: { name: `${member.firstName} ${member.lastName}`.trim(), what: 'ALL_REMOVED', address },
      });
      await announce(unit, db, member);
    },
  };
}

const thirdParty: AccountType = 'THIRD_PARTY_ENGINEER';

const inTeam = ({ facilityId, companyId }: Place, kind: TeamKind) =>
  kind === 'THIRD_PARTY'
    ? sql<boolean>`(company.let_in_by_facility_id = ${facilityId} and membership.account_type = ${thirdParty})`
    : companyId === null
      ? sql<boolean>`membership.facility_id = ${facilityId}`
      : sql<boolean>`membership.company_id = ${companyId}`;

const select = (db: Kysely<Tables>) =>
  roomDb(db)
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .leftJoin('facility', 'facility.id', 'membership.facility_id')
    .leftJoin('company', 'company.id', 'membership.company_id')
    .select([
      'membership.id',
      'membership.user_id as userId',
      'membership.role as side',
      'membership.account_type as accountType',
      'membership.facility_id as facilityId',
      sql<number | null>`coalesce(facility.root_facility_id, facility.id)`.as('rootFacilityId'),
      'membership.company_id as companyId',
      'company.let_in_by_facility_id as letInByFacilityId',
      sql<string>`coalesce(facility.company_name, company.name)`.as('placeName'),
      'app_user.email',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      'app_user.language',
      sql<boolean>`not membership.disabled`.as('enabled'),
      sql<boolean>`not app_user.disabled`.as('accountEnabled'),
      'membership.member_roles',
      'membership.permissions_granted',
      'membership.permissions_revoked',
      'membership.authorities',
      'membership.dashboard',
      'app_user.last_sign_in_at as lastSignIn',
      sql<boolean>`exists (select from totp where totp.user_id = app_user.id and totp.confirmed_at is not null)
        or exists (select from passkey where passkey.user_id = app_user.id)`.as('secondFactor'),
    ]);

function toRecord(row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): MemberRecord {
  const { member_roles, permissions_granted, permissions_revoked, authorities, ...member } = row;
  const rights = { memberRoles: member_roles, granted: permissions_granted, revoked: permissions_revoked, authorities };
  return { ...member, rights };
}

async function hasOtherSuperAdmin(db: RoomDb, member: MemberRecord): Promise<boolean> {
  const other = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('membership.id')
    .where('membership.id', '!=', member.id)
    .where('membership.disabled', '=', false)
    .where('app_user.disabled', '=', false)
    .where((where) =>
      member.companyId === null
        ? where(
            'membership.facility_id',
            '=',
            sql<number>`any(select unnest(array[id, root_facility_id]) from facility where id = ${member.facilityId})`,
          )
        : where('membership.company_id', '=', member.companyId),
    )
    .where(sql<boolean>`member_roles && array['SP_SUPER_ADMIN', 'ENG_SUPER_ADMIN']`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Nodes forget what they knew of the sessions, and open pages ask again what there is to see. */
async function announce(unit: Work, db: RoomTransaction, member: MemberRecord): Promise<void> {
  await unit.emit(sessionsChanged, { userId: member.userId }, {});
  const visited = await db
    .selectFrom('session')
    .select('facility_id')
    .distinct()
    .where('membership_id', '=', member.id)
    .where('facility_id', 'is not', null)
    .execute();
  const here = [member.facilityId, ...visited.map((row) => row.facility_id)];
  for (const facilityId of new Set(here)) {
    if (facilityId !== null) await unit.emit(registryChanged, { facilityId }, { facilityIds: [facilityId] });
  }
  if (member.companyId !== null) {
    await unit.emit(registryChanged, { facilityId: null }, { companyIds: [member.companyId] });
  }
}
