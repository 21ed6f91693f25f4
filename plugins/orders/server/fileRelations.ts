import type { FileRelations } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { followFiles } from './marks.ts';

/** Facilities see the files of the orders that were sent to them; what hangs on orders are comments. */
export const orderedFiles: FileRelations = {
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[] }>`
      select file.id as "fileId", array_agg(distinct m.facility_id) as "facilityIds"
      from unnest(${[...fileIds]}::bigint[]) as file (id)
        join rfq_order_file f on file.id in (f.original_file_id, f.file_id)
        join rfq_match m on m.order_id = f.order_id
      group by file.id
    `.execute(db);
    return rows;
  },
  attached: () => Promise.resolve([]),
  marked: followFiles,
};
