import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { qualityDb } from './tables.ts';

type Kind = 'NCR' | 'CAPA' | 'INSPECTION';

/** How a number is written: `NCR-{YYYY}-{####}`. Pure. */
export const writtenAs = (pattern: string, count: number, at: Date): string =>
  pattern
    .replaceAll('{YYYY}', String(at.getUTCFullYear()))
    .replaceAll('{YY}', String(at.getUTCFullYear() % 100).padStart(2, '0'))
    .replaceAll('{MM}', String(at.getUTCMonth() + 1).padStart(2, '0'))
    .replace(/\{(#+)\}/, (_, digits: string) => String(count).padStart(digits.length, '0'));

/** Whether the counter begins anew with each year. Pure. */
const isYearly = (pattern: string): boolean => /\{YY(?:YY)?\}/.test(pattern);

/** The next number of a facility, for whoever commits: numbers have gaps, and none twice. */
export async function nextNumber(unit: Work, facilityId: number, kind: Kind, pattern: string): Promise<string> {
  const now = new Date();
  const year = isYearly(pattern) ? now.getUTCFullYear() : 0;
  const { last } = await qualityDb(unit)
    .insertInto('quality_counter')
    .values({ facility_id: facilityId, kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['facility_id', 'kind', 'year']).doUpdateSet({ last: sql`quality_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return writtenAs(pattern, last, now);
}
