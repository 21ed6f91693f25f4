import { sql, type Kysely } from 'kysely';

/**
 * Whether a part is export controlled follows from the files of its revisions. Ids of requests are made by the callers:
 * each counts where it was used, and nobody can take one from somebody else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table part drop column controlled, drop constraint part_event_id_key, add unique (company_id, event_id);
    alter table part_revision drop constraint part_revision_event_id_key, add unique (part_id, event_id);
    create index part_revision_original on part_revision (original_file_id);
  `.execute(db);
}
