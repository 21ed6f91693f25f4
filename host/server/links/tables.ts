import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type LinkTables = IdentityTables & {
  link_app: LinkAppTable;
  link_app_install: InstallTable;
};
export type RoomDb = DbWith<LinkTables>;
export type RoomTransaction = TransactionWith<LinkTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<LinkTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<LinkTables>();

interface LinkAppTable {
  id: GeneratedAlways<number>;
  name: string;
  description: string;
  app_url: string;
  origin: string;
  app_type: 'TOP_NAV_LINK' | 'ICON_BUTTON';
  internal_app: boolean;
  asks: string[];
  logo: Buffer | null;
  logo_type: string | null;
  logo_hash: string | null;
  state: Generated<'DRAFT' | 'PUBLISHED' | 'BLOCKED'>;
  reason: string | null;
  everybody: Generated<boolean>;
  facility_ids: Generated<number[]>;
  created_by: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface InstallTable {
  facility_id: number;
  link_app_id: number;
  enabled: boolean;
  origin: string;
  shares: string[];
  agreed_by: number | null;
  agreed_at: Generated<Date>;
}
