import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import type { FileRelations, Services } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** What photos of non-conformances have to do with stored files, for the host. */
export const photographed = (services: Pick<Services, 'get'>): FileRelations => ({
  seen: (viewer, file) => sql`exists (
    select from ncr_photo p join ncr n on n.id = p.ncr_id and n.customer_visible
      join (${services.get(orderSight).seen(viewer)}) seen on seen.id = n.order_id
    where p.file_id = ${file})`,
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[]; companyIds: number[]; creatorIds: number[] }>`
      select p.file_id as "fileId", array_agg(distinct n.facility_id) as "facilityIds",
        coalesce(array_agg(distinct o.company_id) filter (where n.customer_visible), '{}') as "companyIds",
        coalesce(array_agg(distinct o.created_by) filter (where n.customer_visible), '{}') as "creatorIds"
      from ncr_photo p join ncr n on n.id = p.ncr_id left join rfq_order o on o.id = n.order_id
      where p.file_id = any(${[...fileIds]}::bigint[]) group by p.file_id
    `.execute(db);
    return rows;
  },
  async attached(db, fileIds) {
    const { rows } = await sql<{ id: number }>`
      select p.file_id as id from rfq_order_file part join ncr n on n.order_id = part.order_id join ncr_photo p on p.ncr_id = n.id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
      union
      select p.file_id from rfq_order_file part join job_file b on b.order_file_id = part.id
        join ncr n on n.job_id = b.job_id join ncr_photo p on p.ncr_id = n.id
      where part.original_file_id = any(${[...fileIds]}::bigint[])
    `.execute(db);
    return rows.map(({ id }) => id);
  },
});
