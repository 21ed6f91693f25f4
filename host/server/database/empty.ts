import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Drops everything that migrations of any version have made, of modules that are gone too; what an extension brought
 * stays. Call inside a transaction, and migrate in it.
 */
export async function emptyDatabase(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(drops).execute(db);
}

const drops = `
  drop schema if exists graphile_worker cascade;
  do $$
  declare
    one record;
  begin
    for one in
      select c.relname as name, c.relkind as kind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and (d.deptype in ('e', 'i', 'a') and d.refobjid <> c.relnamespace))
    loop
      execute format('drop %s if exists public.%I cascade', case one.kind when 'v' then 'view'
        when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end, one.name);
    end loop;
    for one in
      select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop
      execute format('drop routine if exists %s cascade', one.name);
    end loop;
    for one in
      select t.typname as name from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
    loop
      execute format('drop type if exists public.%I cascade', one.name);
    end loop;
  end $$`;
