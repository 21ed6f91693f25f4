import type { FileRelations } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { followFiles } from './marks.ts';
import { seesParts } from './visibility.ts';

/** Who sees an order sees the files of its parts; what hangs on orders are comments. */
export const orderedFiles: FileRelations = {
  seen: (viewer, file) =>
    seesParts(
      viewer,
      sql`o.id in (select order_id from rfq_order_file where original_file_id = ${file}
        union all select order_id from rfq_order_file where file_id = ${file}
        union all select order_id from rfq_order_file where png_file_id = ${file})`,
    ),
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[]; creatorIds: number[] }>`
      select file.id as "fileId", array_agg(distinct o.created_by) as "creatorIds",
        coalesce(array_agg(distinct m.facility_id) filter (where m.id is not null), '{}') as "facilityIds"
      from unnest(${[...fileIds]}::bigint[]) as file (id)
        join rfq_order_file f on f.original_file_id = file.id or f.file_id = file.id or f.png_file_id = file.id
        join rfq_order o on o.id = f.order_id
        left join rfq_match m on m.order_id = f.order_id and m.unlocked_at is not null
      group by file.id
    `.execute(db);
    return rows;
  },
  attached: () => Promise.resolve([]),
  marked: followFiles,
};
