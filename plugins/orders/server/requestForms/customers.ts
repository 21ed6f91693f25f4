import type { Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';

/** Companies that sent orders to the facility's enterprise, or are of it. */
export async function customersOf(db: Kysely<Tables>, facilityId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    with root as (select coalesce(here.root_facility_id, here.id) as id from facility here where here.id = ${facilityId})
    select c.id, c.name from company c
    where exists (select from rfq_order o join rfq_match m on m.order_id = o.id join facility f on f.id = m.facility_id
        where o.company_id = c.id and coalesce(f.root_facility_id, f.id) = (select id from root))
      or exists (select from internal_company own where own.company_id = c.id
        and own.confirmed_at is not null and own.root_facility_id = (select id from root))
    order by lower(c.name), c.id
  `.execute(db);
  return rows;
}
