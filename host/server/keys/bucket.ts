const perMinute = 60;
const burst = 120;
const perMillisecond = perMinute / 60_000;
const largestMap = 10_000;

export interface Buckets {
  /** Takes one from the key's bucket unless it is empty. `headers`: what the answer says about it. */
  take(keyId: number): { granted: boolean; headers: Record<string, string> };
}

/** A bucket of `burst` requests for each key that fills up by `perMinute`. Each node has its own. */
export function createBuckets(now: () => number = Date.now): Buckets {
  const buckets = new Map<number, { left: number; at: number }>();
  return {
    take(keyId) {
      const time = now();
      const known = buckets.get(keyId);
      const left = known ? Math.min(burst, known.left + (time - known.at) * perMillisecond) : burst;
      const granted = left >= 1;
      const rest = granted ? left - 1 : left;
      if (!known && buckets.size >= largestMap) buckets.clear();
      buckets.set(keyId, { left: rest, at: time });
      const headers = {
        'RateLimit-Limit': String(burst),
        'RateLimit-Remaining': String(Math.floor(rest)),
        'RateLimit-Reset': String(secondsUntil(burst, rest)),
        'RateLimit-Policy': `${perMinute};w=60;burst=${burst}`,
      };
      if (granted) return { granted, headers };
      return { granted, headers: { ...headers, 'Retry-After': String(Math.max(1, secondsUntil(1, rest))) } };
    },
  };
}

const secondsUntil = (wanted: number, left: number): number => Math.ceil((wanted - left) / perMillisecond / 1000);
