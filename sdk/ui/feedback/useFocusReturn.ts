import { useEffect, useState } from 'react';

/**
 * For what takes the focus and goes again: it returns to where it was, and to the heading of the page when that has gone too. Without it
 * people who work by the keyboard begin at the top of the page again. `active`: it has the focus now.
 */
export function useFocusReturn(active = true): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    if (!active) return undefined;
    const giveBack = () => {
      if (document.activeElement !== document.body) return;
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const target = isThere ? before : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus();
    };
    // What returns it by itself, and the screen that changes at the same time, come first.
    return () => void setTimeout(giveBack);
  }, [active, before]);
}
