import { createSlot } from '../../plugin/slot.ts';

export interface ShipmentPageProps {
  /** The parcel, with the orders that it holds pieces of. */
  shipment: { id: number; orderIds: readonly number[] };
}
/** A section at the end of a parcel's page. */
export const shipmentPage = createSlot<ShipmentPageProps>('orders/ShipmentPage@1');
