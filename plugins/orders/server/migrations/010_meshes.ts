import { sql, type Kysely } from 'kysely';

/** Who asks for a mesh is asked which orders hold it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index rfq_order_file_mesh on rfq_order_file (file_id)`.execute(db);
}
