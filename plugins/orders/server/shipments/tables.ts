import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ShipmentStatus } from '@sinter/sdk/contract/orders/shipments';

type Id = GeneratedAlways<number>;

/** Parcels out. */
export type ShipmentTables = {
  shipment: {
    id: Id;
    facility_id: number;
    company_id: number;
    status: Generated<ShipmentStatus>;
    /** A `postalAddressSchema`, as the orders had it. */
    address: ColumnType<unknown, string | null, never>;
    carrier: Generated<string>;
    service: Generated<string>;
    tracking: Generated<string>;
    /** Of the facility, for itself. */
    note: Generated<string>;
    incoterm: Generated<string>;
    tariff_number: Generated<string>;
    export_licence: Generated<string>;
    label_file_id: Generated<number | null>;
    search_text: Generated<string>;
    /** Of an exception or a void: the other side reads it. */
    reason: Generated<string>;
    version: Generated<number>;
    event_id: string;
    /** `null`: it was there before shipments were kept. */
    created_by: number | null;
    created_at: Generated<Date>;
    shipped_at: Generated<Date | null>;
    delivered_at: Generated<Date | null>;
  };
  shipment_line: { shipment_id: number; order_file_id: number; order_id: number; quantity: number };
  shipment_box: {
    id: Id;
    shipment_id: number;
    position: number;
    weight_g: number | null;
    length_mm: number | null;
    width_mm: number | null;
    height_mm: number | null;
  };
  shipment_scan: {
    id: Id;
    shipment_id: number;
    box_id: number;
    order_file_id: number;
    quantity: number;
    user_id: number | null;
    event_id: string;
    created_at: Generated<Date>;
  };
  shipment_screening: {
    id: Id;
    shipment_id: number;
    list: string;
    result: string;
    screened_on: ColumnType<string, string, never>;
    note: string;
    user_id: number;
    created_at: Generated<Date>;
  };
  shipment_history: {
    id: Id;
    shipment_id: number;
    event: string;
    event_id: string | null;
    status: ShipmentStatus;
    reason: Generated<string>;
    user_id: number | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
};
