import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Now, TransactionWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';

export type FactorTables = IdentityTables & {
  totp: TotpTable;
  passkey: PasskeyTable;
  recovery_code: RecoveryCodeTable;
};
export type RoomDb = DbWith<FactorTables>;
export type RoomTransaction = TransactionWith<FactorTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<FactorTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<FactorTables>();

interface TotpTable {
  user_id: number;
  secret_sealed: string;
  confirmed_at: Date | null;
  /** The last time step that a code was accepted for: none works twice. */
  last_step: Generated<number>;
}

interface PasskeyTable {
  /** Credential id, base64url. */
  id: string;
  user_id: number;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  created_at: Now;
  last_used_at: Date | null;
}

interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
  used_at: Date | null;
}
