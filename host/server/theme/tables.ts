import type { Kysely } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import type { DbWith } from '../database/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { RecordTables } from '../records/tables.ts';

/** It has no tables of its own. */
type ReadTables = RecordTables & IdentityTables;
export type RoomDb = DbWith<ReadTables>;

/** The same connection, with the tables that this room reads in its type. */
export const roomDb = (db: Kysely<Tables>): RoomDb => db.withTables<ReadTables>();
