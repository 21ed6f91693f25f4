import { type Kysely, sql } from 'kysely';

const statements = [
  // Whoever is not the owner of the table cannot go round it; the owner has to do so on purpose.
  `create function audit_entry_stays() returns trigger language plpgsql as $$
  begin
    raise exception 'An audit entry stays as it was written.' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger stays before update or delete or truncate on audit_entry
    for each statement execute function audit_entry_stays()`,

  // The chain: each hash covers its entry and the hash before. Writers only leave the number of their entry behind, so
  // that nobody waits for anybody; one of the nodes chains them a moment later, in an order of its own.
  `create table audit_unsealed (entry_id bigint primary key)`,
  `create table audit_seal (
    sequence bigint primary key,
    entry_id bigint not null unique,
    hash bytea not null
  )`,
  `create function audit_entry_added() returns trigger language plpgsql security definer set search_path from current as $$
  begin
    insert into audit_unsealed select id from added;
    return null;
  end $$`,
  `create trigger added after insert on audit_entry referencing new table as added
    for each statement execute function audit_entry_added()`,
  `insert into audit_unsealed select id from audit_entry`,

  `create function audit_text(e audit_entry) returns text language sql stable as $$
    select jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.facility_id, e.company_id, e.api_key_id,
      e.action, e.object_kind, e.object_id, e.before, e.after, e.request_id, e.address, e.user_agent)::text
  $$`,
  `create function seal_audit(most integer) returns table (sealed integer, sequence bigint, hash bytea)
  language plpgsql security definer set search_path from current as $$
  #variable_conflict use_column
  declare
    entry audit_entry;
    position bigint := 0;
    chain bytea := '';
    count integer := 0;
  begin
    if not pg_try_advisory_xact_lock(hashtext('audit seal')) then return; end if;
    select s.sequence, s.hash into position, chain from audit_seal s order by s.sequence desc limit 1;
    position := coalesce(position, 0);
    chain := coalesce(chain, '');
    for entry in
      select e.* from audit_entry e join audit_unsealed u on u.entry_id = e.id order by e.id limit most
    loop
      position := position + 1;
      chain := sha256(chain || convert_to(audit_text(entry), 'UTF8'));
      insert into audit_seal values (position, entry.id, chain);
      delete from audit_unsealed where entry_id = entry.id;
      count := count + 1;
    end loop;
    return query select count, position, chain;
  end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
