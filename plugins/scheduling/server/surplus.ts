import { surplus } from '@sinter/sdk/contract/scheduling/plannedParts';
import type { Services, Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import type { FreePart } from './parts.ts';

/** What those above allow. */
export async function surplusPercent(
  services: Pick<Services, 'all' | 'get'>,
  db: Kysely<Tables>,
  facilityId: number,
): Promise<number> {
  const all = await Promise.all(services.all(surplus).map((each) => each.percent(services, db, facilityId)));
  return Math.max(0, ...all);
}

/** So many more than ordered may be made of a part. */
export const extraOf = ({ ordered }: Pick<FreePart, 'ordered'>, percent: number): number =>
  Math.floor((ordered * percent) / 100);

/** As many as were planned, and beyond them what all builds of the part may still count. */
export function mostGood(planned: number, part: Pick<FreePart, 'ordered' | 'left'>, percent: number): number {
  const extra = extraOf(part, percent);
  return planned + Math.min(Math.max(part.left - planned + extra, 0), extra);
}
