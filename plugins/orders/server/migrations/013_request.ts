import { sql, type Kysely } from 'kysely';

/** What a buyer asks for beyond parts and a date; orders that are written before they are sent; how each part is wanted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order
      add column if not exists nda_required boolean not null default false,
      add column third_party_order_id text not null default '',
      add column delivery_address jsonb,
      add column export_answered boolean not null default true,
      add column version int not null default 1;
    alter table rfq_order_file
      add column finish_id bigint references post_processing,
      add column color text not null default '',
      add column tolerance text not null default 'STANDARD',
      add column inspection text not null default 'STANDARD',
      add column notes text not null default '',
      add column png_file_id bigint references stored_file;
    create index rfq_order_file_picture on rfq_order_file (png_file_id) where png_file_id is not null;
    -- It was free text until now.
    update rfq_order set primary_use_case = 'OTHER' where primary_use_case is not null and primary_use_case not in (
      'FUNCTIONAL_TESTING', 'DESIGN_TESTING', 'MECHANICAL_TESTING', 'END_USE_PART', 'SHOW_PIECE',
      'PROCESS_REPEATABILITY', 'CONCEPT_MODEL', 'FUNCTIONAL_PROTOTYPE', 'JIG_AND_FIXTURE', 'PRODUCTION_TOOL',
      'SPARE_PART', 'REPLACEMENT_PART', 'BENCHMARK', 'COMPONENT_TESTING', 'MATERIAL_EVALUATION',
      'DIMENSIONAL_EVALUATION', 'FINISHED_END_USE_COMPONENT', 'GIVEAWAY');
  `.execute(db);
}
