import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from './tables.ts';

/** What is counted, and for how long; windows begin on the clock. */
export interface Counter {
  key: string;
  minutes: number;
  /** When the attempt was made, epoch milliseconds: its window is the one to count in, and to give back to. */
  at: number;
}

export interface RateLimiter {
  /** Counts one more attempt under `key`; throws RATE_LIMITED over `limit` in this minute. */
  count(key: string, limit: number): void;
  /** The same for all nodes together, where an attacker must not gain by going from one to the next. */
  countEverywhere(key: string, limit: number, minutes?: number): Promise<void>;
  /** Counts one more under each counter, on all nodes together, and answers how many that makes. */
  add(counters: readonly Counter[]): Promise<number[]>;
  /** Takes back what `add` counted. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  removeOld(): Promise<void>;
}

export const rateLimiter = createToken<RateLimiter>('host/RateLimiter@1');

const minute = 60_000;
const longestWindow = 60 * minute;
const largestMap = 50_000;

const nameOf = ({ key, minutes }: Counter): string => (minutes === 1 ? key : `${key} in ${minutes} minutes`);
const startOf = ({ minutes, at }: Counter): Date => {
  const window = minutes * minute;
  return new Date(Math.floor(at / window) * window);
};

export function createRateLimiter(db: RoomDb): RateLimiter {
  let started = 0;
  let counts = new Map<string, number>();

  return {
    count(key, limit) {
      const start = Math.floor(Date.now() / minute);
      if (start !== started || counts.size > largestMap) {
        started = start;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > limit) throw new CallError('RATE_LIMITED');
    },
    async countEverywhere(key, limit, minutes = 1) {
      const [count = 0] = await this.add([{ key, minutes, at: Date.now() }]);
      if (count > limit) throw new CallError('RATE_LIMITED');
    },
    async add(counters) {
      const rows = counters.map((counter) => ({ key: nameOf(counter), window_start: startOf(counter), count: 1 }));
      // In one order everywhere, so that two nodes never wait for each other.
      rows.sort((one, other) => (one.key < other.key ? -1 : 1));
      const counted = await db
        .insertInto('rate_counter')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counter.count + 1` }),
        )
        .returning(['key', 'count'])
        .execute();
      const byName = new Map(counted.map((row) => [row.key, row.count]));
      return counters.map((counter) => byName.get(nameOf(counter)) ?? 0);
    },
    async giveBack(counters) {
      await db
        .updateTable('rate_counter')
        .set({ count: sql`count - 1` })
        .where((where) =>
          where.or(
            counters.map((counter) =>
              where.and([where('key', '=', nameOf(counter)), where('window_start', '=', startOf(counter))]),
            ),
          ),
        )
        .execute();
    },
    async removeOld() {
      await db
        .deleteFrom('rate_counter')
        .where('window_start', '<', new Date(Date.now() - 2 * longestWindow))
        .execute();
    },
  };
}

/** Whom an address is counted as: a subscriber has a whole /64 of IPv6 addresses to choose from. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
