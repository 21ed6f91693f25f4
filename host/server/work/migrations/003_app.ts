import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table audit_entry add column plugin_id text`,
  // Entries from before keep their hash.
  `create or replace function audit_text(e audit_entry) returns text language sql stable as $$
    select (jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.facility_id, e.company_id, e.api_key_id,
      e.action, e.object_kind, e.object_id, e.before, e.after, e.request_id, e.address, e.user_agent)
      || case when e.plugin_id is null then '[]'::jsonb else jsonb_build_array(e.plugin_id) end)::text
  $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
