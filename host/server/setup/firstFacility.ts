import { sql } from 'kysely';
import { isSupportedCountry } from 'libphonenumber-js/min';
import type * as z from 'zod';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { firstFacilitySchema } from '@sinter/sdk/contract/host/setup';
import type { Work } from '@sinter/sdk/server';
import { requireGoodPassword } from '../accounts/passwordRules.ts';
import { roomTransaction } from '../people/tables.ts';
import { hashPassword } from '../session/passwords.ts';
import { say } from '../say.ts';

export type FirstFacility = z.output<typeof firstFacilitySchema>;

/**
 * Throws INVALID_INPUT for what is no place, or for an easy password. Answers what makes the facility and its
 * administrator in a transaction, and answers that one's id; it throws LINK_EXPIRED where somebody else was quicker.
 */
export async function firstFacility(first: FirstFacility): Promise<(unit: Work) => Promise<number>> {
  requirePlace(first);
  const { facility, countryCode, line1, postalCode, city, timeZone, currency } = first;
  const { firstName, lastName, email, language } = first;
  await requireGoodPassword(first.password, [firstName, lastName, `${firstName} ${lastName}`, email, facility]);
  const password_hash = await hashPassword(first.password);
  return async (unit) => {
    const db = roomTransaction(unit.db);
    await sql`select pg_advisory_xact_lock(hashtext('first set-up'))`.execute(db);
    if ((await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined) {
      throw new CallError('LINK_EXPIRED');
    }
    const empty = { contactName: '', phone: '', line2: '', region: '' };
    const address = { ...empty, companyName: facility, line1, postalCode, city, countryCode };
    const place = await db
      .insertInto('facility')
      .values({ company_name: facility, time_zone: timeZone, currency, address: JSON.stringify(address) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await db
      .insertInto('app_user')
      .values({
        email,
        password_hash,
        first_name: firstName,
        last_name: lastName,
        // The operator wrote it, who has the machine.
        email_verified: true,
        ...(language !== undefined && { language }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('membership')
      .values({
        user_id: user.id,
        role: 'ROLE_SERVICE_PROVIDER',
        account_type: 'SERVICE_PROVIDER',
        facility_id: place.id,
        member_roles: ['SP_SUPER_ADMIN'],
        authorities: ['ROLE_ADMIN'],
      })
      .execute();
    await unit.audit({
      action: 'setup.completed',
      objectKind: 'FACILITY',
      objectId: String(place.id),
      facilityId: place.id,
      after: { facility, timeZone, currency, email },
    });
    return user.id;
  };
}

const wrong = (field: string, text: Sentence): CallError =>
  new CallError('INVALID_INPUT', undefined, { fields: { [field]: text } });

function requirePlace({ countryCode, timeZone, currency }: FirstFacility): void {
  if (!isSupportedCountry(countryCode)) throw wrong('countryCode', say('noCountry'));
  if (!isTimeZone(timeZone)) throw wrong('timeZone', say('noTimeZone'));
  if (!Intl.supportedValuesOf('currency').includes(currency)) throw wrong('currency', say('noCurrency'));
}

/** An offset (`+02:00`), which newer engines take for a zone too, knows no summer time. */
function isTimeZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(timeZone) && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
