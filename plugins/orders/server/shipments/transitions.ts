import { shipmentEventSchema, type ShipmentEvent, type ShipmentStatus } from '@sinter/sdk/contract/orders/shipments';

interface Row {
  from: readonly ShipmentStatus[];
  to: ShipmentStatus;
}

/** How a shipment moves. What has arrived stays; what is void gives its pieces back and stays void. */
export const shipmentTransitions: Readonly<Record<ShipmentEvent, Row>> = {
  PACK: { from: ['DRAFT'], to: 'PACKED' },
  UNPACK: { from: ['PACKED'], to: 'DRAFT' },
  SHIP: { from: ['PACKED'], to: 'SHIPPED' },
  DELIVER: { from: ['SHIPPED', 'EXCEPTION'], to: 'DELIVERED' },
  REPORT_EXCEPTION: { from: ['SHIPPED'], to: 'EXCEPTION' },
  // The carrier has found it.
  RESUME: { from: ['EXCEPTION'], to: 'SHIPPED' },
  VOID: { from: ['DRAFT', 'PACKED', 'SHIPPED', 'EXCEPTION'], to: 'VOIDED' },
};

/** What can be done with a shipment of this status. */
export const allowedOnShipment = (status: ShipmentStatus): ShipmentEvent[] =>
  shipmentEventSchema.options.filter((each) => shipmentTransitions[each].from.includes(status));

/** It is out of the house, and not taken back. */
export const leftStatuses: readonly ShipmentStatus[] = ['SHIPPED', 'DELIVERED', 'EXCEPTION'];
/** It is on its way. */
export const travels: readonly ShipmentStatus[] = ['SHIPPED', 'EXCEPTION'];
/** It is being made ready. */
export const isOpen = (status: ShipmentStatus): boolean => status === 'DRAFT' || status === 'PACKED';
