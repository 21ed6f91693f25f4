import { CallError } from '../contract/errors.ts';

export interface Patience {
  signal?: AbortSignal | undefined;
  /** `true`: the connection is lost, and it is tried again by itself; `false`: it goes on. */
  onWaiting?: ((waiting: boolean) => void) | undefined;
  /** Is it worth another try, also with a connection that works? */
  mayPass?: (error: CallError) => boolean;
}

export interface AttemptSays {
  /** The server is there again. */
  reached: () => void;
  /** Something of it is done for good: patience begins anew. */
  advanced: () => void;
}

const longestPause = 15_000;
/** Without any success in between. */
const patienceMs = 10 * 60_000;
const otherFailures = 5;

/**
 * Runs `attempt` until it ends well: when the connection is lost it begins again, after 1, 2, 4, 8 and then every 15 s,
 * and at once when the browser says that it is online. Throws what `attempt` failed with when that is something else,
 * or when nothing has gone well for ten minutes.
 */
export async function patiently<T>(
  { signal, onWaiting, mayPass }: Patience,
  attempt: (says: AttemptSays) => Promise<T>,
): Promise<T> {
  let lastGood = Date.now();
  let failures = 0;
  let waiting = false;
  const wait = (is: boolean) => {
    if (is !== waiting) onWaiting?.(is);
    waiting = is;
  };
  const says: AttemptSays = {
    reached: () => wait(false),
    advanced() {
      failures = 0;
      lastGood = Date.now();
    },
  };
  for (;;) {
    try {
      return await attempt(says);
    } catch (error) {
      if (signal?.aborted || !(error instanceof CallError)) throw error;
      const isLost = error.code === 'UNAVAILABLE';
      if (!isLost && !(mayPass?.(error) && failures < otherFailures)) throw error;
      if (Date.now() - lastGood > patienceMs) throw error;
      if (isLost) wait(true);
      await pause(Math.min(1000 * 2 ** failures, longestPause), signal);
      failures++;
    }
  }
}

/** Ends early when the browser is online again. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (typeof window !== 'undefined') window.removeEventListener('online', resume);
      finish();
    };
    const resume = () => end(resolve);
    const stop = () => end(() => reject(signal?.reason));
    const timer = setTimeout(resume, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (typeof window !== 'undefined') window.addEventListener('online', resume);
  });
}
