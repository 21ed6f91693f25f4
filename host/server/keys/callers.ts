import { CallError } from '@sinter/sdk/contract';
import type { Buckets } from '../http/buckets.ts';
import type { KeyCallers } from '../http/callers.ts';
import { keyRate } from '../http/limits.ts';
import { RateLimited } from '../http/rateLimited.ts';
import type { ApiKeys } from './keys.ts';
import { sentKey } from './secret.ts';
import { say } from '../say.ts';

/** Finds the caller of a request with a key, and limits how often it may call. */
export function createKeyCallers(keys: ApiKeys, buckets: Buckets): KeyCallers {
  const identify = async (key: string, ...[request, reply]: Parameters<KeyCallers['identify']>): Promise<void> => {
    const caller = await keys.find(key, request.ip);
    if (!caller) throw new CallError('UNAUTHENTICATED', say('keyUnknown'));
    request.session = caller.session;
    request.apiKeyId = caller.keyId;
    request.keyMembership = caller.membership;
    const { perMinute, burst } = keyRate;
    const { granted, left, secondsToNext, secondsToFull } = buckets.take(String(caller.keyId), perMinute, burst);
    reply.headers({
      'RateLimit-Limit': String(burst),
      'RateLimit-Remaining': String(Math.floor(left)),
      'RateLimit-Reset': String(secondsToFull),
      'RateLimit-Policy': `${perMinute};w=60;burst=${burst}`,
    });
    if (!granted) throw new RateLimited('key', secondsToNext, say('keyTooOften', { seconds: secondsToNext }));
  };
  return {
    identify(request, reply) {
      const key = sentKey(request.headers.authorization);
      return key === null ? undefined : identify(key, request, reply);
    },
  };
}
