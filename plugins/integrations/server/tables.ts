import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
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
  };
};

export const ownDb = (db: Kysely<Tables>): Kysely<Tables & IntegrationTables> => db.withTables<IntegrationTables>();
export const ownTransaction = (db: Transaction<Tables>): Transaction<Tables & IntegrationTables> =>
  db.withTables<IntegrationTables>();
