import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { InvoiceAt, MappingKind } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import type { Tables } from '@sinter/sdk/server';

export type IntegrationTables = {
  webhook: {
    id: GeneratedAlways<number>;
    facility_id: number;
    name: string;
    url: string;
    events: string[];
    enabled: Generated<boolean>;
    old_secret_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
    created_by: number | null;
    created_at: Generated<Date>;
  };
  quickbooks_connection: {
    facility_id: number;
    client_id: string;
    environment: 'PRODUCTION' | 'SANDBOX';
    api_address: string | null;
    status: Generated<'ACTIVE' | 'INACTIVE'>;
    realm_id: string | null;
    company: string | null;
    access_until: Date | null;
    lost: Generated<boolean>;
    invoice_at: Generated<InvoiceAt>;
    confirmed_to: ColumnType<Date | null, Date | null | undefined, Date | null>;
    push_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
    rests_until: ColumnType<Date | null, never, Date | null>;
    read_to: ColumnType<Date | null, never, Date | null>;
    read_at: ColumnType<Date | null, never, Date | null>;
    reading_until: ColumnType<Date | null, never, Date | null>;
  };
  quickbooks_mapping: {
    facility_id: number;
    realm_id: string;
    kind: MappingKind | 'CUSTOMER';
    key: string;
    quickbooks_id: string;
    name: string;
    origin: 'SELECTED' | 'FOUND' | 'MADE';
    told: Generated<string>;
  };
  quickbooks_push: {
    id: GeneratedAlways<number>;
    facility_id: number;
    kind: 'INVOICE' | 'CREDIT_MEMO';
    order_id: number;
    /** `null`: of the whole order. */
    shipment_id: number | null;
    /** A `billSchema`. */
    bill: ColumnType<unknown, string, never>;
    currency: string;
    total_minor: number;
    request: Generated<string>;
    version: Generated<number>;
    state: Generated<'WAITING' | 'SENT' | 'FAILED' | 'SKIPPED'>;
    /** A `problemSchema`. */
    problem: ColumnType<unknown, string | null | undefined, string | null>;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    claimed_until: Generated<Date | null>;
    realm_id: Generated<string | null>;
    quickbooks_id: Generated<string | null>;
    number: Generated<string | null>;
    balance_minor: Generated<number | null>;
    tax_minor: Generated<number | null>;
    created_at: Generated<Date>;
    sent_at: Generated<Date | null>;
  };
  quickbooks_payment: {
    push_id: number;
    payment_id: string;
    amount_minor: number;
    paid_on: string;
    recorded_at: Generated<Date>;
  };
};

export const ownDb = (db: Kysely<Tables>): Kysely<Tables & IntegrationTables> => db.withTables<IntegrationTables>();
export const ownTransaction = (db: Transaction<Tables>): Transaction<Tables & IntegrationTables> =>
  db.withTables<IntegrationTables>();
