import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ShipmentTables } from './shipments/tables.ts';

type Id = GeneratedAlways<number>;
type Json = ColumnType<unknown, string | null | undefined, string | null>;

/** Columns and tables that only this plugin reads, over the published ones. */
export type OrderTables = {
  rfq_order: {
    id: Id;
    display_title: string;
    company_id: number;
    created_by: number;
    status: string;
    held_from: string | null;
    currency: string;
    notes: string;
    primary_use_case: string | null;
    estimated_delivery_date: Date | null;
    export_controlled: boolean;
    holds_controlled: Generated<boolean>;
    search_text: string;
    event_id: string;
    quote_due_at: Generated<Date | null>;
    third_party_order_id: Generated<string>;
    nda_required: Generated<boolean>;
    /** A `postalAddressSchema`. */
    delivery_address: Json;
    /** A draft may not know yet whether it is export controlled; it counts as such. */
    export_answered: Generated<boolean>;
    version: Generated<number>;
    /** A `keptEstimateSchema`. */
    estimate: Json;
    /** A `keptChoiceSchema`. */
    date_choice: Json;
    /** The company's own `legalHoldSchema`. */
    legal_hold: Json;
    /** The request form that it was asked by, as it was called then; `null`: what everybody is asked. */
    form_id: Generated<number | null>;
    form_version: Generated<number | null>;
    form_name: Generated<string>;
    /** An `answersSchema`. */
    answers: ColumnType<unknown, string | undefined, string>;
    /** An `acceptedTermsSchema`. */
    terms: Json;
    /** `null`: it goes at once to everybody who can make it. */
    sourcing: Generated<string | null>;
    industry_focus: Generated<string>;
    /** The company's own. */
    tags: Generated<string[]>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  rfq_match: {
    id: Id;
    order_id: number;
    facility_id: number;
    status: string;
    held_from: string | null;
    priority_label_id: Generated<number | null>;
    /** Since when the facility sees the parts. */
    unlocked_at: Generated<Date | null>;
    /** By when the facility promises what was agreed. */
    promised_at: Generated<Date | null>;
    /** Since when it is agreed; stays where that was called off. */
    agreed_at: Generated<Date | null>;
    /** How the facility stood to the buyer when the order was sent to it. */
    relation: Generated<string>;
    delivered_at: Generated<Date | null>;
    /** A `claimSchema`. */
    claim: Json;
    /** A `cancellationSchema`. */
    cancellation: Json;
    /** The facility's own `legalHoldSchema`. */
    legal_hold: Json;
    /** The planned jobs end too late for the promised date: since when, and what they lead to. */
    at_risk_since: Generated<Date | null>;
    expected_on: ColumnType<string | null, never, string | null>;
    created_at: Date;
    updated_at: Generated<Date>;
  };
  quote: {
    id: Id;
    match_id: number;
    status: string;
    currency: string;
    total_minor: number;
    lead_time_days: number;
    note: string;
    po_number: string | null;
    /** A `paymentWaySchema`, once it is accepted. */
    paid_by: Generated<string | null>;
    valid_until: Date;
    revision: Generated<number>;
    internal_note: Generated<string>;
    /** A list of `chargeSchema`, and of `quoteOptionSchema`. */
    charges: ColumnType<unknown, string | undefined, never>;
    options: ColumnType<unknown, string | undefined, never>;
    option_id: Generated<number | null>;
    /** A list of `estimated` of `offerSchema`, as it was when the quote was sent. */
    accuracy: Json;
    /** When what was agreed is another one. */
    offered_lead_time_days: Generated<number | null>;
    /** A `wishSchema` with its reason. */
    wish: Json;
    /** `null`: the price engine. */
    created_by: number | null;
    created_at: Generated<Date>;
  };
  quote_line: {
    quote_id: number;
    order_file_id: number;
    /** As offered; of an accepted quote, as agreed. */
    unit_price_minor: number;
    quantity: number;
    /** Lists of `priceBreakSchema`, and of `StoredAlternative`. */
    breaks: ColumnType<unknown, string | undefined, never>;
    alternatives: ColumnType<unknown, string | undefined, never>;
    alternative_id: Generated<number | null>;
    /** When what was agreed is something else. */
    offered_unit_price_minor: Generated<number | null>;
    offered_quantity: Generated<number | null>;
  };
  quote_file: { quote_id: number; position: number; file_id: number };
  quote_approval: {
    id: Id;
    quote_id: number;
    asked_by: number;
    /** Empty: whoever may. */
    asked_of: number[];
    message: string;
    created_at: Generated<Date>;
    answered_by: Generated<number | null>;
    answered_at: Generated<Date | null>;
    refused: Generated<boolean>;
    reason: Generated<string>;
  };
  delivery_settings: {
    facility_id: number;
    /** A `deliverySettingsSchema`. */
    settings: ColumnType<unknown, string, string>;
    updated_at: Generated<Date>;
  };
  order_record: {
    id: Id;
    order_id: number;
    user_id: number;
    facility_id: number | null;
    company_id: number | null;
    member_roles: string[];
    state: ColumnType<RecordState, RecordState | undefined, RecordState>;
    /** A `planSchema`, until the record is made. */
    plan: Json;
    done: Generated<number>;
    total: number;
    left_out: number;
    controlled: boolean;
    with_parts: boolean;
    file_name: string;
    file_id: Generated<number | null>;
    asked_at: Generated<Date>;
    kept_until: Date;
  };
  archive_settings: { facility_id: number | null; company_id: number | null; years: number };
  carrier_settings: {
    facility_id: number;
    version: number;
    /** A list of `carrierSchema`. */
    carriers: ColumnType<unknown, string, string>;
    updated_by: number;
    updated_at: Generated<Date>;
  };
  vendor: {
    company_id: number;
    facility_id: number;
    relation: 'PRIVATE' | 'BLACK_LISTED';
    reason: string;
    set_by: number;
    set_at: Generated<Date>;
  };
  internal_company: {
    company_id: number;
    root_facility_id: number;
    declared_by: number;
    declared_at: Generated<Date>;
    confirmed_by: Generated<number | null>;
    confirmed_at: Generated<Date | null>;
  };
  order_matching: {
    order_id: number;
    judged_at: Generated<Date>;
    /** A list of `judgedSchema`. */
    facilities: ColumnType<unknown, string, string>;
  };
  claim_file: { match_id: number; file_id: number };
  order_note: {
    id: Id;
    order_id: number;
    /** Whose note it is: a facility's, else that of the company that ordered. */
    facility_id: number | null;
    author_id: number;
    body: string;
    event_id: string;
    created_at: Generated<Date>;
    edited_at: Generated<Date | null>;
  };
  payment_setting: {
    facility_id: number;
    purchase_order: boolean;
    on_account: string;
    account_company_ids: number[];
    card: boolean;
    test: boolean;
    api_address: string | null;
    updated_at: Generated<Date>;
  };
  payment: {
    id: string;
    order_id: number;
    match_id: number;
    facility_id: number;
    quote_id: number;
    user_id: number;
    event_id: string;
    state: string;
    reason: string | null;
    amount_minor: number;
    currency: string;
    /** A `linesSchema`. */
    lines: Json;
    /** A `choicesSchema`. */
    choices: Json;
    return_address: string;
    session_id: string | null;
    url: string | null;
    intent: string | null;
    started_at: Date;
    expires_at: Date;
    paid_at: Date | null;
  };
  payment_refund: {
    id: string;
    payment_id: string;
    intent: string;
    amount_minor: number;
    reason: string;
    state: string;
    created_at: Generated<Date>;
    done_at: Generated<Date | null>;
  };
  order_history: {
    id: Id;
    order_id: number;
    match_id: number | null;
    event: string;
    event_id: string | null;
    order_status: string;
    match_status: string | null;
    reason: Generated<string>;
    user_id: number | null;
    /** The facility that the user acted for. */
    by_facility_id: Generated<number | null>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  nda_agreement: {
    id: Id;
    company_id: number;
    facility_id: number;
    order_id: number;
    file_id: number;
    status: ColumnType<StoredNdaStatus, StoredNdaStatus | undefined, StoredNdaStatus>;
    uploaded_by: number;
    uploaded_at: Generated<Date>;
    decided_by: Generated<number | null>;
    decided_at: Generated<Date | null>;
    reason: Generated<string>;
    valid_until: Generated<Date | null>;
  };
  nda_template: { company_id: number; file_id: number };
  request_form: {
    id: Id;
    facility_id: number;
    enabled: Generated<boolean>;
    published: Generated<boolean>;
    /** As published last, or as it was begun; so is whom it is for. */
    name: string;
    company_ids: Generated<number[]>;
    departments: Generated<string[]>;
    created_at: Generated<Date>;
    /** When it was published or switched last. */
    changed_at: Generated<Date>;
  };
  order_answer_file: { order_id: number; field_id: string; position: number; file_id: number };
} & ShipmentTables;

type RecordState = 'WAITING' | 'READY' | 'FAILED' | 'CANCELLED';
type StoredNdaStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVOKED';
