import { sql } from 'kysely';
import { usable } from '../identity/usable.ts';
import type { RoomDb } from '../people/tables.ts';
import type { Addressee } from './links.ts';

/** An account with its owner's names, address and language. */
export interface Person extends Addressee {
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  emailVerified: boolean;
  pendingEmail: string | null;
  disabled: boolean;
}

function people(db: RoomDb) {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      'language',
      'disabled',
      'first_name as firstName',
      'last_name as lastName',
      'password_hash as passwordHash',
      'email_verified as emailVerified',
      'pending_email as pendingEmail',
      sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
    ]);
}

export const personByEmail = (db: RoomDb, email: string): Promise<Person | undefined> =>
  people(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

export const personById = (db: RoomDb, id: number): Promise<Person> =>
  people(db).where('id', '=', id).executeTakeFirstOrThrow();

/** The facility or company that a sign-in begins in. */
export async function firstPlace(
  db: RoomDb,
  userId: number,
): Promise<{ facilityId: number | null; companyId: number | null } | undefined> {
  return db
    .selectFrom('membership')
    .select(['facility_id as facilityId', 'company_id as companyId'])
    .where('user_id', '=', userId)
    .where(usable('membership'))
    .orderBy('id')
    .executeTakeFirst();
}
