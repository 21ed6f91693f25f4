import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { HostDb } from '../session/tables.ts';

export interface RateLimiter {
  /** Counts one more attempt under `key`; throws RATE_LIMITED over `limit` in this minute. */
  count(key: string, limit: number): void;
  /** The same for all nodes together, where an attacker must not gain by going from one to the next. */
  countEverywhere(key: string, limit: number): Promise<void>;
  removeOld(): Promise<void>;
}

const window = 60_000;
const largestMap = 50_000;

export function createRateLimiter(db: HostDb): RateLimiter {
  let started = 0;
  let counts = new Map<string, number>();

  return {
    count(key, limit) {
      const start = Math.floor(Date.now() / window);
      if (start !== started || counts.size > largestMap) {
        started = start;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > limit) throw new CallError('RATE_LIMITED');
    },
    async countEverywhere(key, limit) {
      const row = await db
        .insertInto('rate_counter')
        .values({ key, window_start: new Date(Math.floor(Date.now() / window) * window), count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counter.count + 1` }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      if (row.count > limit) throw new CallError('RATE_LIMITED');
    },
    async removeOld() {
      await db
        .deleteFrom('rate_counter')
        .where('window_start', '<', new Date(Date.now() - 10 * window))
        .execute();
    },
  };
}
