import { CallError } from '@sinter/sdk/contract';
import type { RoomDb } from '../session/tables.ts';

export interface Person {
  id: number;
  email: string;
  name: string;
  language: string;
  passwordHash: string | null;
}

/** Somebody who may sign in; throws BAD_CREDENTIALS for an account that was switched off meanwhile. */
export async function readPerson(db: RoomDb, userId: number): Promise<Person> {
  const row = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'language', 'password_hash'])
    .where('id', '=', userId)
    .where('disabled', '=', false)
    .executeTakeFirst();
  if (!row) throw new CallError('BAD_CREDENTIALS');
  const { id, email, language } = row;
  return { id, email, language, name: `${row.first_name} ${row.last_name}`.trim(), passwordHash: row.password_hash };
}
