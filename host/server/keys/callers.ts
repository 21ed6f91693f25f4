import { CallError } from '@sinter/sdk/contract';
import type { KeyCallers } from '../http/callers.ts';
import type { Buckets } from './bucket.ts';
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
    const { granted, headers } = buckets.take(caller.keyId);
    reply.headers(headers);
    if (!granted) throw new CallError('RATE_LIMITED', say('keyTooOften'));
  };
  return {
    identify(request, reply) {
      const key = sentKey(request.headers.authorization);
      return key === null ? undefined : identify(key, request, reply);
    },
  };
}
