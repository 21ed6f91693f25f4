import { type Kysely, sql } from 'kysely';

/** Whom the product works as on a server of our own: it reads and writes rows and has no other right. */
export const application = 'sinter_app';

/**
 * Lets the product in, for the owner of the tables, after the migrations. Where it has every right already, which is at
 * every start but the first and those with new tables, this is one query.
 */
export async function admitApplication<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`select 1 where to_regrole(${application}) is not null and not exists (
    select from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
    and relkind in ('r', 'p', 'v') and not has_table_privilege(to_regrole(${application}), oid, 'select'))`.execute(db);
  if (rows.length > 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('application'))`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

// The queue's tables have policies for rows that nobody but their owner passes, unless told so.
const statements = [
  `do $$ begin
    create role ${application} login nosuperuser nocreatedb nocreaterole noinherit bypassrls;
  exception when duplicate_object or unique_violation then null; end $$`,
  `revoke create on schema public from public`,
  `grant usage on schema public, graphile_worker to ${application}`,
  `grant select, insert, update, delete on all tables in schema public, graphile_worker to ${application}`,
  `grant usage, select on all sequences in schema public, graphile_worker to ${application}`,
  `revoke insert, update, delete on migration, graphile_worker.migrations from ${application}`,
  `revoke update, delete on audit_entry, audit_unsealed from ${application}`,
  `revoke insert on audit_unsealed from ${application}`,
  `revoke insert, update, delete on audit_seal from ${application}`,
];
