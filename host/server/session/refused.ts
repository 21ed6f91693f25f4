import { sql } from 'kysely';
import type { RequestContext } from '../http/context.ts';
import { usable } from '../identity/usable.ts';
import { roomTransaction } from './tables.ts';

/**
 * Writes down that somebody did not get in, where the account's first place can read it. One for an address without an
 * account belongs nowhere and is written too: so both take the same time.
 */
export async function writeRefused(
  context: RequestContext,
  who: { email: string } | { userId: number },
  step: 'PASSWORD' | 'SECOND_FACTOR',
): Promise<void> {
  await context.write(async (unit) => {
    const row = await roomTransaction(unit.db)
      .selectFrom('app_user')
      .leftJoin('membership', (join) => join.onRef('membership.user_id', '=', 'app_user.id').on(usable('membership')))
      .select(['app_user.id', 'membership.facility_id', 'membership.company_id'])
      .where((where) =>
        'userId' in who
          ? where('app_user.id', '=', who.userId)
          : where(sql`lower(app_user.email)`, '=', who.email.trim().toLowerCase()),
      )
      .orderBy('membership.id')
      .executeTakeFirst();
    await unit.audit({
      action: 'session.refused',
      objectKind: 'USER',
      objectId: row ? String(row.id) : '',
      facilityId: row?.facility_id ?? null,
      companyId: row?.company_id ?? null,
      after: { step },
    });
  });
}
