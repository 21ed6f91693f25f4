import { useEffect } from 'react';
import { useReadable } from '@sinter/sdk/ui';
import type { Readable } from '@sinter/sdk/plugin';
import type { UseBlocker } from '#host/browser/parts/Notices.tsx';
import { createStore } from '#host/runtime/store.ts';

/** An address within the router's base. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
}
/** A move that waits for an answer. */
interface Held {
  go(): void;
  stay(): void;
}
type Guard = (move: { currentLocation: Place; nextLocation: Place }) => boolean;

export interface Router {
  readonly place: Readable<Place>;
  readonly held: Readable<Held | null>;
  /** `to`: a path, with query and fragment if you like. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Asked before each move; whoever answers true is asked what to do. */
  guard: Guard;
}

/** What entries of the history carry: which one they are, so that one can be gone back to. */
const entryOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'at' in state && typeof state.at === 'number' ? state.at : null;

/**
 * Addresses of the minimal hosts, which show one screen at a time: the shell's router is a tenth of all that a tool's panel loads.
 * Made once in the life of a page.
 */
export function createRouter(base = ''): Router {
  const read = (): Place => {
    const { pathname, search, hash } = window.location;
    return { pathname: pathname.slice(base.length) || '/', search, hash };
  };
  const place = createStore(read());
  const held = createStore<Held | null>(null);
  let at = entryOf(window.history.state) ?? 0;
  let returning = false;
  let allowed = false;
  window.history.replaceState({ at }, '');

  const hold = (go: () => void) => {
    const answered = (act?: () => void) => () => {
      held.set(null);
      act?.();
    };
    held.set({ go: answered(go), stay: answered() });
  };

  const router: Router = {
    place,
    held,
    guard: () => false,
    navigate(to, { replace = false } = {}) {
      const { pathname, search, hash } = place.get();
      const next = new URL(to, new URL(pathname + search + hash, window.location.origin));
      const go = () => {
        if (!replace) at += 1;
        const address = base + next.pathname + next.search + next.hash;
        if (replace) window.history.replaceState({ at }, '', address);
        else window.history.pushState({ at }, '', address);
        place.set(read());
      };
      if (router.guard({ currentLocation: place.get(), nextLocation: next })) hold(go);
      else go();
    },
  };

  window.addEventListener('popstate', ({ state }) => {
    if (returning) {
      returning = false;
      return;
    }
    // An entry without a number is a fragment that was followed: the browser has made it.
    const to = entryOf(state) ?? at + 1;
    const next = read();
    if (!allowed && to !== at && router.guard({ currentLocation: place.get(), nextLocation: next })) {
      // The browser has gone already: back, until somebody says that it may.
      const delta = to - at;
      returning = true;
      window.history.go(-delta);
      hold(() => {
        allowed = true;
        window.history.go(delta);
      });
      return;
    }
    allowed = false;
    at = to;
    if (entryOf(state) === null) window.history.replaceState({ at }, '');
    place.set(next);
  });
  return router;
}

/** For the dialog that asks whether unsaved work is left. */
export const blockerOf = (router: Router): UseBlocker =>
  function useBlocker(should) {
    const held = useReadable(router.held);
    useEffect(() => {
      router.guard = should;
      return () => void (router.guard = () => false);
    }, [should]);
    return { state: held ? 'blocked' : 'unblocked', proceed: held?.go, reset: held?.stay };
  };
