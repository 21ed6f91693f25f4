import { CallError } from '@sinter/sdk/contract';
import { networkOf, type Counter, type RateLimiter } from '../http/rateLimit.ts';
import { sha256 } from '../identity/secretToken.ts';

/** Wrong passwords that one account or one network may try, and from how many in all an attack is under way. */
const most = {
  account: 10,
  accountPerHour: 60,
  network: 20,
  networkPerHour: 120,
  everywhere: 600,
  /** What a network may try while somebody attacks from many. */
  networkUnderAttack: 3,
};

/** Counted under a hash: what somebody typed into the wrong field does not belong into a table. */
const accountKey = (email: string): string => `account ${sha256(email.trim().toLowerCase())}`;

/**
 * Runs one attempt to sign in. An attempt counts before it is made, so that many at once gain nothing, and one that
 * succeeds is given back: people who know their passwords are never stopped by their number.
 */
export async function throttled<T>(
  limiter: RateLimiter,
  { email, address }: { email: string; address: string },
  attempt: () => Promise<T>,
): Promise<T> {
  const account = accountKey(email);
  const network = `sign-in ${networkOf(address)}`;
  const at = Date.now();
  const counters: Counter[] = [
    { key: account, minutes: 1, at },
    { key: account, minutes: 60, at },
    { key: network, minutes: 1, at },
    { key: network, minutes: 60, at },
    { key: 'sign-in', minutes: 1, at },
  ];
  const [byAccount = 0, byAccountHour = 0, byNetwork = 0, byNetworkHour = 0, inAll = 0] = await limiter.add(counters);
  const networkLimit = inAll > most.everywhere ? most.networkUnderAttack : most.network;
  if (
    byAccount > most.account ||
    byAccountHour > most.accountPerHour ||
    byNetwork > networkLimit ||
    byNetworkHour > most.networkPerHour
  ) {
    throw new CallError('RATE_LIMITED');
  }
  const result = await attempt();
  await limiter.giveBack(counters);
  return result;
}
