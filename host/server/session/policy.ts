import { sql } from 'kysely';
import type { Work } from '@sinter/sdk/server';
import { defaultCompanyPolicy, defaultSecurityPolicy, type SecurityPolicy } from '@sinter/sdk/contract/host/security';
import { sessionsChanged } from '../events/outbox.ts';
import { usable } from '../identity/usable.ts';
import type { Place } from '@sinter/sdk/server';
import { type RoomDb, roomTransaction } from './tables.ts';

/** SQL: an account that does nothing but work on the floor. Its device stays signed in: each action there can ask who does it. */
export const isKiosk = (alias: string) => sql<boolean>`${sql.ref(`${alias}.member_roles`)} = array['LOT_USER']::text[]`;
const day = 24;
export const kioskSession = { sessionHours: 90 * day, idleMinutes: 14 * day * 60 };

/** Is that user a kiosk of the facility, which can be signed in to, and nothing else anywhere? */
export async function kioskOf(db: RoomDb, userId: number, facilityId: number): Promise<boolean> {
  const memberships = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['facility_id', isKiosk('membership').as('kiosk')])
    .where('user_id', '=', userId)
    .where('app_user.disabled', '=', false)
    .where(usable('membership'))
    .execute();
  return memberships.length === 1 && memberships.every((each) => each.kiosk && each.facility_id === facilityId);
}

/** What the place asks of its people; the defaults where it has set nothing. */
export async function policyOf(db: RoomDb, { facilityId, companyId }: Place): Promise<SecurityPolicy> {
  const row = await db
    .selectFrom('security_policy')
    .select(['second_factor', 'idle_minutes', 'session_hours'])
    .where((where) =>
      companyId === null
        ? where(
            'facility_id',
            '=',
            sql<number>`(select coalesce(root_facility_id, id) from facility where id = ${facilityId})`,
          )
        : where('company_id', '=', companyId),
    )
    .executeTakeFirst();
  return row
    ? { secondFactor: row.second_factor, idleMinutes: row.idle_minutes, sessionHours: row.session_hours }
    : companyId === null
      ? defaultSecurityPolicy
      : defaultCompanyPolicy;
}

/**
 * Makes the running sessions of the place follow a policy that was just stored: they end when it says, and every node
 * reads again who still owes a second factor.
 */
export async function applyPolicy(unit: Work, { facilityId, companyId }: Place, policy: SecurityPolicy): Promise<void> {
  const memberships = roomTransaction(unit.db)
    .selectFrom('membership')
    .select('membership.id')
    .where((where) =>
      companyId === null
        ? where(
            'membership.facility_id',
            'in',
            sql<number>`(select other.id from facility other join facility here
              on coalesce(other.root_facility_id, other.id) = coalesce(here.root_facility_id, here.id)
              where here.id = ${facilityId})`,
          )
        : where('membership.company_id', '=', companyId),
    )
    .where(sql<boolean>`not ${isKiosk('membership')}`);
  const running = await roomTransaction(unit.db)
    .updateTable('session')
    .set({
      idle_minutes: policy.idleMinutes,
      expires_at: sql`created_at + make_interval(hours => ${policy.sessionHours})`,
    })
    .where('parent_id', 'is', null) // bearer tokens end with their session
    .where('membership_id', 'in', memberships)
    .returning('user_id')
    .execute();
  for (const userId of new Set(running.map((session) => session.user_id))) {
    await unit.emit(sessionsChanged, { userId }, {});
  }
}
