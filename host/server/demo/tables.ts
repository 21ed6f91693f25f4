import type { ColumnType, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { SessionTables } from '../session/tables.ts';

export type DemoTables = SessionTables & {
  demo_seed: DemoSeedTable;
};
export type RoomDb = DbWith<DemoTables>;
export type RoomTransaction = TransactionWith<DemoTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<DemoTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<DemoTables>();

/** One row per server half whose part of the demo company was loaded. */
interface DemoSeedTable {
  owner: string;
  seeded_at: Now;
  /** The operator has taken it away, or never wanted it. */
  removed_at: ColumnType<Date | null, Date | undefined, Date>;
}
