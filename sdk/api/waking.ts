/** A sleep that pushed events end. */
export interface Waking {
  /** Ends the sleep, or the next one when none is running. */
  wake: () => void;
  /**
   * Call before asking for the state, and sleep after the answer: what is pushed in between wakes too. Sleeps until
   * `wake`, or for `ms` when given. Rejects with the signal's reason when it is aborted.
   */
  listen: () => (ms?: number) => Promise<void>;
}

/** For those who follow something by pushed events and by asking: no event is lost while an answer is on its way. */
export function waking(signal?: AbortSignal): Waking {
  let wake = () => {};
  return {
    wake: () => wake(),
    listen() {
      const told = new Promise<void>((resolve) => (wake = resolve));
      return (ms) =>
        new Promise((resolve, reject) => {
          const end = (finish: () => void) => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', stop);
            finish();
          };
          const stop = () => end(() => reject(signal?.reason));
          const timer = ms === undefined ? undefined : setTimeout(() => end(resolve), ms);
          void told.then(() => end(resolve));
          if (signal?.aborted) return stop();
          signal?.addEventListener('abort', stop, { once: true });
        });
    },
  };
}
