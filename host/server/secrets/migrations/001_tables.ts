import { type Kysely, sql } from 'kysely';

const statements = [
  // One value for the whole installation: the fingerprint of the key that secrets are sealed with
  `create table installation (name text primary key, value text not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
