import type { Principal } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type RawBuilder } from 'kysely';

/** Something in shipment `s` is export controlled. */
export const holdsControlled = sql<boolean>`exists (select from shipment_line held join rfq_order o on o.id = held.order_id
  where held.shipment_id = s.id and ${orderIsControlled})`;

/** The shipments of a facility that somebody may see, as a condition on `s`: who is not cleared sees no controlled ones. */
export const within = (viewer: Principal): RawBuilder<boolean> => sql`s.facility_id = ${viewer.facilityId}`;
export const seesControlled = (viewer: Principal): boolean => viewer.via === 'session' && viewer.cleared;
export const visibleShipment = (viewer: Principal): RawBuilder<boolean> =>
  seesControlled(viewer) ? within(viewer) : sql`${within(viewer)} and not ${holdsControlled}`;
