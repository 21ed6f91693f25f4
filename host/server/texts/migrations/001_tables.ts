import { type Kysely, sql } from 'kysely';

const statements = [
  `create table translation (
    language text not null,
    token text not null,
    text text not null,
    primary key (language, token)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
