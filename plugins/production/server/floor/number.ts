import { lotNumberOf, lotSeriesOf } from '@sinter/sdk/contract/production/mes';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';

/** What lot `l` is called. */
export const numberOfLot = sql<string>`coalesce(l.number, l.id::text)`;

/** The next number of the facility's pattern; `null` where it has none. Nobody else counts in its series until the transaction ends. */
export async function nextNumber(unit: Work, facilityId: number, pattern: string): Promise<string | null> {
  if (pattern === '') return null;
  const db = productionDb(unit);
  const { time_zone: zone } = await db
    .selectFrom('facility')
    .select('time_zone')
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  const now = new Date();
  for (;;) {
    const { last } = await db
      .insertInto('lot_series')
      .values({ facility_id: facilityId, series: lotSeriesOf(pattern, now, zone), last: 1 })
      .onConflict((conflict) =>
        conflict.columns(['facility_id', 'series']).doUpdateSet({ last: sql<number>`lot_series.last + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    const number = lotNumberOf(pattern, now, zone, last);
    // Another pattern may have made the same one before.
    const taken = await db
      .selectFrom('lot')
      .select('id')
      .where('facility_id', '=', facilityId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!taken) return number;
  }
}
