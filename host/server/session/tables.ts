import type { Generated, Kysely, Transaction } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith, Json, Now, TransactionWith } from '../database/tables.ts';
import type { ClearanceTables } from '../clearance/tables.ts';
import type { FactorTables } from '../factors/tables.ts';

export type SessionTables = ClearanceTables &
  FactorTables & {
    session: SessionTable;
    challenge: ChallengeTable;
    known_device: KnownDeviceTable;
    security_policy: SecurityPolicyTable;
  };
export type RoomDb = DbWith<SessionTables>;
export type RoomTransaction = TransactionWith<SessionTables>;

/** The same connection, with the tables of this room and of those it reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<SessionTables>();
export const roomTransaction = (db: Transaction<Tables>): RoomTransaction => db.withTables<SessionTables>();

interface SessionTable {
  /** SHA-256 of the token, hexadecimal. The token itself is nowhere but in the browser. */
  id: string;
  /** A bearer token's cookie session: it ends with it. `null` for a cookie session. */
  parent_id: string | null;
  /** With a parent: the cookie session of a frame inside a page of another site, and no bearer token. */
  framed: Generated<boolean>;
  user_id: number;
  membership_id: number;
  created_at: Now;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  /** The active facility where it is another than the membership's: an overseer looks into one of the tree. */
  facility_id: number | null;
  /** When identity was last proved. */
  authenticated_at: Generated<Date>;
  idle_minutes: Generated<number>;
  user_agent: Generated<string>;
  address: Generated<string>;
}

/** A browser in which somebody has signed in. */
interface KnownDeviceTable {
  user_id: number;
  /** SHA-256 of its cookie. */
  id: string;
  last_used_at: Generated<Date>;
}

interface ChallengeTable {
  /** SHA-256 of the handle. */
  id: string;
  kind: string;
  user_id: number | null;
  data: Json<unknown>;
  tries: Generated<number>;
  expires_at: Date;
}

/** Of an enterprise, by its root facility, or of a buyer company. */
interface SecurityPolicyTable {
  facility_id: number | null;
  company_id: number | null;
  second_factor: 'OFF' | 'OFFERED' | 'ADMINS' | 'REQUIRED';
  idle_minutes: number;
  session_hours: number;
  updated_by: number | null;
  updated_at: Generated<Date>;
}
