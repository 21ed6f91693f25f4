import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { AnyCall, Principal } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import { createBuckets } from './buckets.ts';
import type { CallLimits, LimitKind } from './limits.ts';
import { RateLimited } from './rateLimited.ts';
import type { RoomDb } from './tables.ts';

/** What is counted, and for how long; windows begin on the clock. */
export interface Counter {
  key: string;
  minutes: number;
  /** When the attempt was made, epoch milliseconds: its window is the one to count in, and to give back to. */
  at: number;
  /** How much is counted at once; one unless given. */
  amount?: number;
}

/** Who sends a request, as far as that is counted. */
interface Asking {
  ip: string;
  session: { principal: Pick<Principal, 'userId' | 'facilityId' | 'companyId'> } | null;
}

export interface RateLimiter {
  /** Counts one more attempt under `key` on this node; throws RATE_LIMITED over `limit` in a minute. */
  count(key: string, limit: number, kind?: LimitKind): void;
  /** The same for all nodes together, where an attacker must not gain by going from one to the next. */
  countEverywhere(key: string, limit: number, minutes?: number, kind?: LimitKind, amount?: number): Promise<void>;
  /** Counts one request of a call by all that limits it. Costs nothing but memory unless anybody may call it. */
  countCall(request: Asking, call: AnyCall, limits: CallLimits): void | Promise<void>;
  /** Counts one more under each counter, on all nodes together, and answers how many that makes. */
  add(counters: readonly Counter[]): Promise<number[]>;
  /** Takes back what `add` counted. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  removeOld(): Promise<void>;
}

export const rateLimiter = createToken<RateLimiter>('host/RateLimiter@1');

const minute = 60_000;
const hour = 60 * minute;
export const minutesOfDay = 24 * 60;

const nameOf = ({ key, minutes }: Counter): string => (minutes === 1 ? key : `${key} in ${minutes} minutes`);
const startOf = ({ minutes, at }: Counter): Date => {
  const window = minutes * minute;
  return new Date(Math.floor(at / window) * window);
};

const secondsLeft = (counter: Counter): number =>
  Math.max(1, Math.ceil((startOf(counter).getTime() + counter.minutes * minute - counter.at) / 1000));

export function createRateLimiter(db: RoomDb): RateLimiter {
  // Apart, so that somebody with many addresses cannot make those of persons forgotten.
  const buckets = { person: createBuckets(), account: createBuckets(), address: createBuckets() };
  const count = (kind: keyof CallLimits, key: string, limit: number, as: LimitKind = kind): void => {
    const { granted, secondsToNext } = buckets[kind].take(key, limit);
    if (!granted) throw new RateLimited(as, secondsToNext);
  };

  return {
    count(key, limit, kind = 'address') {
      count('address', key, limit, kind);
    },
    async countEverywhere(key, limit, minutes = 1, kind = 'address', amount = 1) {
      const counter = { key, minutes, at: Date.now(), amount };
      const [counted = 0] = await this.add([counter]);
      if (counted > limit) throw new RateLimited(kind, secondsLeft(counter));
    },
    countCall(request, { id, guard }, limits) {
      const network = networkOf(request.ip);
      // What anybody may call is what passwords are guessed with.
      if (guard.kind === 'public') return this.countEverywhere(`${id} ${network}`, limits.address ?? 0);
      const by = request.session?.principal;
      if (by && limits.person !== undefined) count('person', `${id} ${by.userId}`, limits.person);
      const account = by && (by.facilityId === null ? `company ${by.companyId}` : `facility ${by.facilityId}`);
      if (account && limits.account !== undefined) count('account', `${id} ${account}`, limits.account);
      if (limits.address !== undefined) count('address', `${id} ${network}`, limits.address);
      return undefined;
    },
    async add(counters) {
      const rows = counters.map((counter) => ({
        key: nameOf(counter),
        window_start: startOf(counter),
        count: counter.amount ?? 1,
      }));
      // In one order everywhere, so that two nodes never wait for each other.
      rows.sort((one, other) => (one.key < other.key ? -1 : 1));
      const counted = await db
        .insertInto('rate_counter')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_counter.count + excluded.count` }),
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
        .where('window_start', '<', new Date(Date.now() - 2 * hour))
        .where((where) =>
          where.or([
            where('key', 'not like', `% in ${minutesOfDay} minutes`),
            where('window_start', '<', new Date(Date.now() - minutesOfDay * minute)),
          ]),
        )
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
