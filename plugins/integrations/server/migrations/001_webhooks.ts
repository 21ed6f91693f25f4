import { sql, type Kysely } from 'kysely';

/** Webhooks of facilities. What they were sent lies with the host; their secrets are kept ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      name text not null,
      url text not null,
      -- nodes of the event tree
      events text[] not null,
      enabled boolean not null default true,
      -- messages are signed with the secret before, too
      old_secret_until timestamptz,
      created_by bigint references app_user,
      created_at timestamptz not null default now()
    );
    create index webhook_facility on webhook (facility_id, id);
    create index webhook_creator on webhook (created_by, id) where created_by is not null;
  `.execute(db);
}
