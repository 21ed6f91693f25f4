import type { FileRelations } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { seesParts } from '../visibility.ts';

/** Files that answer questions of an order are seen by who sees its parts. */
export const answeredFiles: FileRelations = {
  seen: (viewer, file) =>
    seesParts(viewer, sql`o.id in (select order_id from order_answer_file where file_id = ${file})`),
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[]; creatorIds: number[] }>`
      select a.file_id as "fileId", array_agg(distinct o.created_by) as "creatorIds",
        coalesce(array_agg(distinct m.facility_id) filter (where m.id is not null), '{}') as "facilityIds"
      from order_answer_file a
        join rfq_order o on o.id = a.order_id
        left join rfq_match m on m.order_id = a.order_id and m.unlocked_at is not null
      where a.file_id = any(${[...fileIds]}::bigint[]) group by a.file_id
    `.execute(db);
    return rows;
  },
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      select distinct a.file_id as id from rfq_order_file part join order_answer_file a on a.order_id = part.order_id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
    `.execute(db);
    return rows.map(({ id }) => id);
  },
};
