const minute = 60_000;
const mostKept = 50_000;

export interface Taken {
  granted: boolean;
  left: number;
  /** Seconds until the next is granted, and until the bucket is full. */
  secondsToNext: number;
  secondsToFull: number;
}

export interface Buckets {
  /** Takes one from the key's bucket unless it is empty. It holds `burst` and fills up by `perMinute`. */
  take(key: string, perMinute: number, burst?: number): Taken;
}

/** Buckets of this node. Where there are very many, those go first that nobody has used for longest. */
export function createBuckets(now = () => Date.now()): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key, perMinute, burst = perMinute) {
      const perMillisecond = perMinute / minute;
      const secondsUntil = (wanted: number, left: number) =>
        Math.max(0, Math.ceil((wanted - left) / perMillisecond / 1000));
      const at = now();
      const known = buckets.get(key);
      const left = known ? Math.min(burst, known.left + Math.max(0, at - known.at) * perMillisecond) : burst;
      const granted = left >= 1;
      const rest = granted ? left - 1 : left;
      buckets.delete(key);
      buckets.set(key, { left: rest, at });
      const [oldest] = buckets.size > mostKept ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      return {
        granted,
        left: rest,
        secondsToNext: Math.max(1, secondsUntil(1, rest)),
        secondsToFull: secondsUntil(burst, rest),
      };
    },
  };
}
