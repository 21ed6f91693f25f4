import { sql, type Kysely } from 'kysely';

/** Steps that the module before this one recorded: in the same tables, with their source. Their lots are in no other list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lot drop constraint lot_state_check;
    alter table lot add constraint lot_state_check check (state in ('OPEN', 'DONE', 'CANCELLED', 'MERGED', 'LEGACY'));
    alter table lot_step add column source text not null default 'FLOOR' check (source in ('FLOOR', 'LEGACY')),
      -- As the old module wrote them.
      add column operator text not null default '', add column notes text not null default '';
    create index lot_step_legacy on lot_step (facility_id, started_at desc nulls last, lot_id, position)
      where source = 'LEGACY';
    create unique index lot_legacy_part on lot (facility_id, order_file_id) where state = 'LEGACY';
  `.execute(db);
}
