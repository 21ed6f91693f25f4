import { sql } from 'kysely';
import { configTypeOf, platformFlags, readFlag } from '#registry/flags';
import { facilityElement } from '../records/records.ts';
import type { RoomDb } from './tables.ts';

/** Keys of the platform's features that are on in each of these facilities. */
export async function featuresOf(db: RoomDb, ids: readonly number[]): Promise<Map<number, string[]>> {
  const types = platformFlags.map(configTypeOf);
  const records = await db
    .selectFrom('config_record')
    .select(['config_type', 'element_id', 'config_value'])
    .where('active', '=', true)
    .where('config_type', '=', sql<string>`any(${types}::text[])`)
    .where((where) =>
      where.or([
        where('element_id', 'is', null),
        where.and([
          where('element_type', '=', facilityElement),
          where('element_id', '=', sql<number>`any(${[...ids]}::bigint[])`),
        ]),
      ]),
    )
    .execute();
  const values = new Map(records.map((row) => [`${row.config_type} ${row.element_id}`, row.config_value]));
  const isOn = (flag: (typeof platformFlags)[number], facilityId: number): boolean => {
    const own = `${configTypeOf(flag)} ${facilityId}`;
    return readFlag(flag, values.get(values.has(own) ? own : `${configTypeOf(flag)} null`));
  };
  return new Map(
    ids.map((id) => [id, platformFlags.filter((flag) => isOn(flag, id)).map(({ key }): string => key)] as const),
  );
}
