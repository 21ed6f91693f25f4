import { sql } from 'kysely';
import { type Contract, type Permission, permissionsOf, type Principal } from '@sinter/sdk/contract';
import { type SessionUser } from '@sinter/sdk/contract/host/session';
import { administrators, defaultCompanyPolicy, defaultSecurityPolicy } from '@sinter/sdk/contract/host/security';
import { plannedOnce } from '@sinter/sdk/server';
import { hasFactor } from '../factors/factors.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import { usable } from '../identity/usable.ts';
import type { RoomDb } from './tables.ts';

/** The permissions that there are, the platform's and those of mounted plugins. */
export type Rights = Pick<Contract, 'permissions'>;

/** The session with this id, unless it has run out or its user may no longer come in. */
export async function readSession(db: RoomDb, known: Rights, id: string): Promise<ActiveSession | null> {
  const row = await members(db, id)
    .where('session.id', '=', id)
    .where('session.expires_at', '>', sql<Date>`now()`)
    // A bearer token holds as long as the session that it was made from.
    .where(
      sql<boolean>`((session.parent_id is null and ${inUse('session')}) or exists (select from session parent
        where parent.id = session.parent_id and parent.expires_at > now() and ${inUse('parent')}))`,
    )
    .executeTakeFirst();
  if (!row?.session_id || !row.expires_at || !row.authenticated_at || !row.since) return null;
  const { session_id, parent_id, membership_id, expires_at, authenticated_at, since } = row;
  return {
    ...{ id: session_id, parentId: parent_id, membershipId: membership_id },
    ...{ expiresAt: expires_at, authenticatedAt: authenticated_at, since },
    clearance: row.cleared_before && { before: row.cleared_before, networks: row.networks ?? [] },
    ...toMember(row, known),
  };
}

/** Who somebody is in one facility or company without a session, for API keys; `null` where they may not come in. */
export async function readMember(
  db: RoomDb,
  known: Rights,
  membershipId: number,
): Promise<{ user: SessionUser; principal: Principal } | null> {
  const row = await members(db, null).where('membership.id', '=', membershipId).executeTakeFirst();
  return row ? toMember(row, known) : null;
}

/** Somebody who works in a facility, at a device that another account is signed in to; `null` where they do not. */
export async function readColleague(
  db: RoomDb,
  known: Rights,
  place: { userId: number; facilityId: number },
): Promise<Pick<ActiveSession, 'principal' | 'clearance'> | null> {
  const row = await members(db, null)
    .where('membership.user_id', '=', place.userId)
    .where('facility.id', '=', place.facilityId)
    .executeTakeFirst();
  if (!row) return null;
  const { principal } = toMember(row, known);
  return { principal, clearance: row.cleared_before && { before: row.cleared_before, networks: row.networks ?? [] } };
}

/** SQL: the session was used within the time that its policy allows. */
export const inUse = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.last_seen_at`)} > now() - make_interval(mins => ${sql.ref(`${alias}.idle_minutes`)})`;

/** Columns of the joined facility and company; all `null` of the one that is not there. */
export interface PlaceRow {
  facility_id: number | null;
  company_name: string | null;
  root_facility_id: number | null;
  workplan_enabled: boolean | null;
  time_zone: string | null;
  currency: string | null;
  company_id: number | null;
  buyer_name: string | null;
}

type MemberRow = NonNullable<Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirst']>>>;

/** Memberships that let somebody in, with the session of this id where it is one of theirs. */
function members(db: RoomDb, sessionId: string | null) {
  return (
    db
      .selectFrom('membership')
      .modifyFront(plannedOnce)
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .leftJoin('session', (join) =>
        join.onRef('session.membership_id', '=', 'membership.id').on('session.id', '=', sessionId ?? ''),
      )
      .leftJoin('facility as home', 'home.id', 'membership.facility_id')
      // An overseer of the tree looks into another facility; that ends with the right to, or when it is closed.
      .leftJoin('facility as visited', (join) =>
        join
          .onRef('visited.id', '=', 'session.facility_id')
          .onRef('visited.root_facility_id', '=', 'home.id')
          .on('visited.active', '=', true)
          .on(sql<boolean>`'SP_SUPER_ADMIN' = any(membership.member_roles)`),
      )
      .leftJoin('facility', (join) => join.on('facility.id', '=', sql<number>`coalesce(visited.id, home.id)`))
      .leftJoin('company', 'company.id', 'membership.company_id')
      .leftJoin('security_policy as policy', (join) =>
        join.on(
          sql<boolean>`policy.facility_id = coalesce(home.root_facility_id, home.id)
            or policy.company_id = membership.company_id`,
        ),
      )
      // Of the enterprise of the membership, also while its user looks into another facility of it.
      .leftJoin('export_policy', (join) =>
        join
          .on(
            sql<boolean>`(export_policy.facility_id = coalesce(home.root_facility_id, home.id)
              or export_policy.company_id = membership.company_id)`,
          )
          .on('export_policy.enabled', '=', true),
      )
      .leftJoin('export_clearance', (join) =>
        join
          .onRef('export_clearance.user_id', '=', 'app_user.id')
          .on('export_clearance.revoked', '=', false)
          .on(
            sql<boolean>`(export_clearance.facility_id = export_policy.facility_id
              or export_clearance.company_id = export_policy.company_id)`,
          ),
      )
      .select([
        'session.id as session_id',
        sql<Date | null>`export_clearance.expires_on + interval '1 day'`.as('cleared_before'),
        'export_policy.networks',
        'session.parent_id',
        'session.expires_at',
        'session.authenticated_at',
        sql<Date | null>`coalesce((select created_at from session parent where parent.id = session.parent_id),
          session.created_at)`.as('since'),
        'membership.id as membership_id',
        'app_user.id as user_id',
        'app_user.email',
        'app_user.first_name',
        'app_user.last_name',
        'app_user.email_verified',
        'app_user.date_format',
        'app_user.language',
        'app_user.switch_account_enabled',
        'membership.role',
        'membership.account_type',
        'membership.member_roles',
        'membership.permissions_granted',
        'membership.permissions_revoked',
        'membership.authorities',
        'membership.dashboard',
        'facility.id as facility_id',
        'facility.company_name',
        'facility.root_facility_id',
        'facility.workplan_enabled',
        'facility.time_zone',
        'facility.currency',
        'company.id as company_id',
        'company.name as buyer_name',
        sql<SessionUser['roles'][number]['roleName'][]>`array(
          select distinct other.role from membership other
          where other.user_id = app_user.id and ${usable('other')} order by other.role)`.as('roles'),
        // As `needsFactor` says.
        sql<boolean>`case coalesce(policy.second_factor, case when membership.company_id is null
            then ${defaultSecurityPolicy.secondFactor} else ${defaultCompanyPolicy.secondFactor} end)
          when 'REQUIRED' then true
          when 'ADMINS' then membership.member_roles && ${[...administrators]}::text[]
          else false end
          and app_user.password_hash is not null and not ${hasFactor('app_user.id')}`.as('second_factor_due'),
      ])
      .where('app_user.disabled', '=', false)
      .where(usable('membership'))
  );
}

/** The facility or buyer company of a row, as the session tells it. */
export function placesOf(
  row: PlaceRow,
  permissions: Permission[],
  b2cDashboard: boolean,
): Pick<SessionUser, 'serviceProvider' | 'engineer'> {
  return {
    serviceProvider:
      row.facility_id === null
        ? null
        : {
            id: row.facility_id,
            companyName: row.company_name ?? '',
            permissions,
            rootSpId: row.root_facility_id,
            workplanEnabled: row.workplan_enabled ?? false,
            timeZone: row.time_zone ?? 'UTC',
            currency: row.currency ?? 'EUR',
          },
    engineer:
      row.company_id === null
        ? null
        : { id: row.company_id, companyName: row.buyer_name ?? '', permissions, b2cDashboard },
  };
}

function toMember(row: MemberRow, { permissions: known }: Rights): { user: SessionUser; principal: Principal } {
  const permissions = permissionsOf(row.member_roles, row.permissions_granted, row.permissions_revoked, known).filter(
    (permission) => permission !== 'SWITCH_DASHBOARD' || row.switch_account_enabled,
  );
  const authorities = [...new Set([row.role, ...row.authorities])];
  const user: SessionUser = {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles.map((roleName) => ({ roleName })),
    memberRoles: row.member_roles,
    authorities,
    defaultRole: row.role,
    accountType: row.account_type,
    dashboard: row.dashboard,
    emailVerfied: row.email_verified,
    dateFormat: row.date_format,
    language: row.language,
    switchAccountEnabled: row.switch_account_enabled,
    secondFactorDue: row.second_factor_due,
    ...placesOf(row, permissions, row.dashboard === 'CONSUMER'),
  };
  const principal: Principal = {
    userId: row.user_id,
    emailVerified: row.email_verified,
    role: row.role,
    accountType: row.account_type,
    memberRoles: row.member_roles,
    permissions,
    authorities,
    storeFront: row.dashboard === 'STORE_FRONT',
    facilityId: row.facility_id,
    rootFacility: row.facility_id !== null && row.root_facility_id === null,
    companyId: row.company_id,
    via: 'session',
    secondFactorDue: row.second_factor_due,
    cleared: false, // known with the address that a request comes from
  };
  return { user, principal };
}
