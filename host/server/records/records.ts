import { sql } from 'kysely';
import type * as z from 'zod';
import type { configRecordSchema } from '@sinter/sdk/contract/host/records';
import type { Configuration, Work } from '@sinter/sdk/server';
import { configurationChanged } from '../events/outbox.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

/** Config records of a facility carry this as `elementType`. */
export const facilityElement = 'SERVICE_PROVIDER';

type ConfigRecord = z.infer<typeof configRecordSchema>;

export interface RecordKey {
  configType: string;
  /** `null`: of the whole enterprise. */
  facilityId: number | null;
}

interface StoredRecord {
  id: number;
  active: boolean;
  config_type: string;
  element_type: string | null;
  element_id: number | null;
  config_value: unknown;
}

const columns = ['id', 'active', 'config_type', 'element_type', 'element_id', 'config_value'] as const;

export const toWire = (row: StoredRecord): ConfigRecord => ({
  id: row.id,
  active: row.active,
  configType: row.config_type,
  elementType: row.element_type,
  elementId: row.element_id,
  configValue: JSON.stringify(row.config_value),
});

/** The facility's own record, else the enterprise's. */
export async function readRecord(db: RoomDb, { configType, facilityId }: RecordKey): Promise<StoredRecord | null> {
  const row = await db
    .selectFrom('config_record')
    .select(columns)
    .where('config_type', '=', configType)
    .where((where) =>
      where.or([
        where('element_id', 'is', null),
        where.and([where('element_type', '=', facilityElement), where('element_id', '=', facilityId)]),
      ]),
    )
    .orderBy(({ eb }) => eb('element_id', 'is', null))
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a record with its revision, and tells every node. */
export async function writeRecord(
  unit: Work,
  { configType, facilityId }: RecordKey,
  value: unknown,
  { active = true, userId }: { active?: boolean; userId: number | null },
): Promise<StoredRecord> {
  const db = roomTransaction(unit.db);
  const config_value = JSON.stringify(value);
  const changed = { config_value, active, updated_by: userId, updated_at: new Date() };
  const row = await db
    .insertInto('config_record')
    .values({
      config_type: configType,
      element_type: facilityId === null ? null : facilityElement,
      element_id: facilityId,
      ...changed,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['config_type', 'element_type', 'element_id'])
        .doUpdateSet({ ...changed, revision: sql`config_record.revision + 1` }),
    )
    .returning([...columns, 'revision'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('config_revision')
    .values({ config_record_id: row.id, revision: row.revision, ...changed })
    .execute();
  await unit.emit(configurationChanged, { configType }, {});
  return row;
}

export function createConfiguration(db: RoomDb): Configuration {
  return {
    async read(type, schema, fallback, facilityId) {
      const record = await readRecord(db, { configType: type, facilityId });
      const parsed = record?.active ? schema.safeParse(record.config_value) : undefined;
      return parsed?.success ? parsed.data : fallback;
    },
  };
}
