import { documentLanguage, type CallContext, type DocumentLanguage } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** In which the caller's papers are. */
export async function languageOf({ db, user }: CallContext): Promise<DocumentLanguage> {
  const { rows } = await sql<{ language: string }>`select language from app_user where id = ${user.userId}`.execute(db);
  return documentLanguage(rows[0]?.language);
}
