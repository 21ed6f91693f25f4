import { type Kysely, sql } from 'kysely';

/**
 * Tags of facilities, and what has them. Words that facilities have put on orders become tags of theirs; where orders keep none yet
 * there is nothing to take over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table facility_tag (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facility,
      label text not null,
      color text not null,
      applies_to text[] not null,
      retired boolean not null default false,
      /* It became another one. */
      merged_into bigint references facility_tag,
      created_at timestamptz not null default now()
    );
    create unique index facility_tag_label on facility_tag (facility_id, lower(label)) where merged_into is null;
    create index facility_tag_merged on facility_tag (merged_into) where merged_into is not null;
    create table tag_link (
      tag_id bigint not null references facility_tag,
      kind text not null,
      object_id bigint not null,
      primary key (tag_id, kind, object_id)
    );
    create index tag_link_object on tag_link (kind, object_id);
  `.execute(db);
  const { rows } = await sql`
    select from information_schema.columns where table_schema = current_schema() and table_name = 'rfq_match' and column_name = 'tags'
  `.execute(db);
  if (rows.length === 0) return;
  await sql`
    insert into facility_tag (facility_id, label, color, applies_to)
      select distinct on (m.facility_id, lower(word)) m.facility_id, word, '#667085', '{ORDER}'::text[]
      from rfq_match m cross join unnest(m.tags) word order by m.facility_id, lower(word), word;
  `.execute(db);
  await sql`
    insert into tag_link (tag_id, kind, object_id)
      select distinct t.id, 'ORDER', m.order_id from rfq_match m cross join unnest(m.tags) word
      join facility_tag t on t.facility_id = m.facility_id and lower(t.label) = lower(word)
  `.execute(db);
}
