import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Id = GeneratedAlways<number>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export interface OrderTable {
  id: Id;
  display_title: string;
  company_id: number;
  created_by: number;
  /** Engineer-side status, specification 4.8. Changed only through the transition table. */
  status: string;
  currency: string;
  estimated_delivery_date: Date | null;
  /** It was ordered as export controlled. */
  export_controlled: Generated<boolean>;
  /** The upload of one of its parts is marked as export controlled now. */
  holds_controlled: Generated<boolean>;
  search_text: Generated<string>;
  created_at: CreatedAt;
  updated_at: Generated<Date>;
}

export interface OrderFileTable {
  id: Id;
  order_id: number;
  /** The file as the buyer uploaded it. */
  original_file_id: number;
  /** The prepared mesh that is quoted and built; the original itself when nothing had to be changed. */
  file_id: number;
  am_process_id: number;
  material_id: number;
  quantity: number;
  /** Extra quantity asked for by accepted remakes. */
  remake_quantity: Generated<number>;
  /** Pieces that open jobs will build, and good ones that ended jobs have built. Set by `OrderProduction`. */
  scheduled: Generated<number>;
  /** Of them, the good ones that ended jobs have built. Set by `OrderProduction`. */
  made: Generated<number>;
  /** Length unit the file's numbers are in: MM, IN or CM. */
  units: Generated<string>;
  position: number;
  finish_id: Generated<number | null>;
  color: Generated<string>;
  tolerance: Generated<string>;
  inspection: Generated<string>;
  /** Of the buyer. */
  notes: Generated<string>;
  /** A picture that the buyer gave it; else that of the mesh is shown. */
  png_file_id: Generated<number | null>;
}

export interface MatchTable {
  id: Id;
  order_id: number;
  facility_id: number;
  /** Provider-side status, specification 4.8. Changed only through the transition table. */
  status: string;
  /** A label of the facility's; set through `OrderProduction`. */
  priority_label_id: Generated<number | null>;
  /** By when the facility promised what was agreed. */
  promised_at: Generated<Date | null>;
}

/** A parcel to a customer; it has left where `shipped_at` says when, unless its status is VOIDED. */
export interface ShipmentTable {
  id: Id;
  facility_id: number;
  /** `shipmentStatusSchema`. */
  status: Generated<string>;
  carrier: Generated<string>;
  tracking: Generated<string>;
  shipped_at: Generated<Date | null>;
  delivered_at: Generated<Date | null>;
}

/** So many pieces of a part go in a parcel. */
export interface ShipmentLineTable {
  shipment_id: number;
  order_file_id: number;
  order_id: number;
  quantity: number;
}

/** Columns of this area's tables that others may join on. Only the area writes them. */
declare module '../../server/tables.ts' {
  interface Tables {
    rfq_order: OrderTable;
    rfq_order_file: OrderFileTable;
    rfq_match: MatchTable;
    shipment: ShipmentTable;
    shipment_line: ShipmentLineTable;
  }
}
