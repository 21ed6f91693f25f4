import type { Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, TransactionWith } from '../database/tables.ts';

export type GuestTables = {
  guest_link: {
    id: GeneratedAlways<number>;
    token_hash: string;
    kind: string;
    subject_id: number;
    made_by: number | null;
    made_at: Generated<Date>;
    expires_at: Date;
    ended_at: Generated<Date | null>;
  };
};

/** The same connection, with the tables of this room in its type. */
export const roomDb = (db: Kysely<Tables>): DbWith<GuestTables> => db.withTables<GuestTables>();
export const roomTransaction = (db: Transaction<Tables>): TransactionWith<GuestTables> => db.withTables<GuestTables>();
