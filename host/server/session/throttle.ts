import { CallError, type Sentence } from '@sinter/sdk/contract';
import { networkOf, type Counter, type RateLimiter } from '../http/rateLimit.ts';
import { sha256 } from '../identity/secretToken.ts';
import { say } from '../say.ts';

/** Wrong passwords in a minute and in an hour, and from how many in all an attack is under way. */
const most = {
  /** Of a browser that the account knows, or of a running session: whatever happens elsewhere. */
  known: { minute: 10, hour: 60 },
  /** Of one network, over all accounts. */
  network: { minute: 20, hour: 120 },
  /** Of one network for one account: so a stranger's failures stop the stranger. */
  here: { minute: 10, hour: 30 },
  /** For one account from everywhere that it does not know. Then a browser has to become known by mail. */
  account: { hour: 100 },
  everywhere: 600,
  /** What a network may try in a minute while somebody attacks from many. */
  networkUnderAttack: 3,
};

export interface Attempt {
  email: string;
  address: string;
  /** What shows that this person has been in here before, and is counted in place of the address; `null` for nothing. */
  known: string | null;
}

interface Limit {
  counter: Counter;
  most: number;
  why?: Sentence;
}

function limitsOf({ email, address, known }: Attempt): Limit[] {
  const at = Date.now();
  const perMinute = (key: string, limit: number): Limit => ({ counter: { key, minutes: 1, at }, most: limit });
  const perHour = (key: string, limit: number): Limit => ({ counter: { key, minutes: 60, at }, most: limit });
  const both = (key: string, limit: { minute: number; hour: number }): Limit[] => [
    perMinute(key, limit.minute),
    perHour(key, limit.hour),
  ];
  if (known !== null) return both(`known ${known}`, most.known);
  // Under a hash: what somebody typed into the wrong field does not belong into a table.
  const account = `account ${sha256(email.trim().toLowerCase())}`;
  const network = networkOf(address);
  return [
    ...both(`sign-in ${network}`, most.network),
    ...both(`${account} from ${network}`, most.here),
    { ...perHour(account, most.account.hour), why: say('signInByMail') },
  ];
}

/**
 * Runs one attempt to sign in. An attempt counts before it is made, so that many at once gain nothing, and one that
 * succeeds is given back: people who know their passwords are never stopped by their number.
 */
export async function throttled<T>(limiter: RateLimiter, from: Attempt, attempt: () => Promise<T>): Promise<T> {
  const limits = limitsOf(from);
  const inAll: Counter = { key: 'sign-in', minutes: 1, at: Date.now() };
  const counters = [...limits.map(({ counter }) => counter), ...(from.known === null ? [inAll] : [])];
  const counts = await limiter.add(counters);
  const attacked = (counts[limits.length] ?? 0) > most.everywhere;
  const broken = limits.find((limit, index) => {
    const allowed = index === 0 && attacked ? most.networkUnderAttack : limit.most;
    return (counts[index] ?? 0) > allowed;
  });
  if (broken) throw new CallError('RATE_LIMITED', broken.why);
  const result = await attempt();
  await limiter.giveBack(counters);
  return result;
}
