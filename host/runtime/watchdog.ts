import type { Dispose } from '@sinter/sdk/plugin';
import { PluginFailure } from './failure.ts';

export interface Timers {
  /** Runs once after `ms` milliseconds, unless the result is called first. */
  after(ms: number, run: () => void): Dispose;
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** How long a plugin may take for each step, ms. */
export const phaseLimits = { load: 4000, setup: 4000, mount: 2000, unmount: 2000 } as const;
export type WatchedPhase = keyof typeof phaseLimits;

export interface WatchOptions<T> {
  /** Ends the waiting when it is aborted. */
  signal?: AbortSignal;
  /** Receives a result that arrives after the limit. */
  late?: (result: T) => void;
}

export interface Watchdog {
  /** The outcome of the work, or a `timeout` failure. Leaves no timer and no listener behind. */
  watch<T>(phase: WatchedPhase, what: string, work: () => T | Promise<T>, options?: WatchOptions<T>): Promise<T>;
  /** Resolves after `ms`; rejects when aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWatchdog(timers: Timers): Watchdog {
  /** Calls `ended` after `ms`, or `aborted` when the signal comes first, unless the result is called before. */
  function limit(
    ms: number,
    signal: AbortSignal | undefined,
    ended: () => void,
    aborted: (reason: unknown) => void,
  ): Dispose {
    const onAbort = () => aborted(signal?.reason);
    const stopTimer = timers.after(ms, ended);
    signal?.addEventListener('abort', onAbort);
    return () => {
      stopTimer();
      signal?.removeEventListener('abort', onAbort);
    };
  }
  return {
    async watch(phase, what, work, { signal, late } = {}) {
      signal?.throwIfAborted();
      let givenUp = false;
      let release: Dispose = () => undefined;
      const gaveUp = new Promise<never>((_resolve, reject) => {
        const giveUp = (reason: unknown) => {
          givenUp = true;
          reject(reason);
        };
        const ms = phaseLimits[phase];
        const timeout = () => giveUp(new PluginFailure('timeout', `${what} took longer than ${ms / 1000} s.`));
        release = limit(ms, signal, timeout, giveUp);
      });
      const working = (async () => work())();
      working.then(
        (result) => givenUp && late?.(result),
        () => undefined,
      );
      try {
        return await Promise.race([working, gaveUp]);
      } finally {
        release();
      }
    },
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const release = limit(
          ms,
          signal,
          () => {
            release();
            resolve();
          },
          (reason) => {
            release();
            reject(reason);
          },
        );
      }),
  };
}
