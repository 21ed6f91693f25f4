import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { PartOrders } from '@sinter/sdk/contract/catalog/partOrders';
import { sql } from 'kysely';
import { partsShown, viewersMatch, visible } from './visibility.ts';

/** What is still being written, or was put away then, has ordered nothing. */
const isOrdered = sql`coalesce(o.held_from, o.status) <> 'DRAFT'`;

/** Orders for the part inventory. */
export const ordersOfParts: PartOrders = {
  ordered: (viewer) => sql`
    select o.id as order_id, f.original_file_id, o.company_id, o.created_at as ordered_at
    from rfq_order_file f join rfq_order o on o.id = f.order_id and ${isOrdered}
    ${
      viewer?.role === 'ROLE_SERVICE_PROVIDER'
        ? sql`join rfq_match m on m.order_id = o.id and m.facility_id = ${viewer.facilityId} and m.unlocked_at is not null
            ${viewer.cleared ? sql`` : sql`and not ${orderIsControlled}`}`
        : viewer
          ? sql`${viewersMatch(viewer)} where ${visible(viewer)}`
          : sql``
    }`,
  opened: (viewer) => sql`
    select o.id as order_id, f.original_file_id, o.company_id, o.created_at as ordered_at, o.display_title as title, f.quantity
    from rfq_order_file f join rfq_order o on o.id = f.order_id and ${isOrdered} ${viewersMatch(viewer)} where ${visible(viewer)} and ${partsShown}`,
};
