import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type LocalBuildTables = IdentityTables & { local_build: LocalBuildTable };
export type RoomDb = DbWith<LocalBuildTables>;
export type RoomTransaction = TransactionWith<LocalBuildTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<LocalBuildTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<LocalBuildTables>();

interface LocalBuildTable {
  id: string;
  user_id: number;
  facility_id: number;
  plugin_id: string;
  title: string;
  public_key: string;
  tier: 'page' | 'frame';
  /** The newest build that can be loaded, as it was signed, and its hash. */
  package: Buffer | null;
  hash: string | null;
  problems: Json<unknown>;
  watching: boolean;
  heard_at: Generated<Date>;
  /** The browser session that loads it, and the scopes that were agreed to. */
  session: string | null;
  scopes: string[];
}
