import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import type { FacilityUse } from '@sinter/sdk/server';
import { sql } from 'kysely';

const open = (['NEW', 'QUOTING', 'DECIDING', 'AWARDED', 'SHIPPED', 'ON_HOLD'] as const).flatMap(
  (group) => statusGroups[group],
);

/** Orders that are waiting for something from the facility, or from its customer. */
export const openOrders: FacilityUse = {
  kind: 'OPEN_ORDERS',
  async count(db, facilityIds) {
    const { rows } = await sql<{ id: number; count: number }>`
      select facility_id as id, count(*)::int as count from rfq_match
      where facility_id = any(${[...facilityIds]}::bigint[]) and status = any(${open}) group by facility_id
    `.execute(db);
    return new Map(rows.map(({ id, count }) => [id, count]));
  },
};
