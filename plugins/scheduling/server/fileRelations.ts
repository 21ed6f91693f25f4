import type { FileRelations } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** What hangs on a job is export controlled with the orders whose parts it builds. */
export const jobFiles: FileRelations = {
  holders: () => Promise.resolve([]),
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      select distinct a.file_id as id from rfq_order_file part
        join rfq_order_file other on other.order_id = part.order_id
        join job_file built on built.order_file_id = other.id
        join job_attachment a on a.job_id = built.job_id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
    `.execute(db);
    return rows.map(({ id }) => id);
  },
};
