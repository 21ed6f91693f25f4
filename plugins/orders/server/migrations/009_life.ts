import { sql, type Kysely } from 'kysely';

/**
 * What an agreed order knows besides its status (`Facts` in `transitions.ts`), until when facilities may quote, and a
 * quote that the buyer wants changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rfq_order add column quote_due_at timestamptz;
    alter table rfq_match
      add column delivered_at timestamptz,
      add column claim jsonb,
      add column cancellation jsonb;
    alter table quote drop constraint quote_status_check,
      add constraint quote_status_check check (
        status in ('SUBMITTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'REVISION_REQUESTED'));
  `.execute(db);
}
