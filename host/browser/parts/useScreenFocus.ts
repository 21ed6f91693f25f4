import { useEffect, useRef, type RefObject } from 'react';

/** For what holds the screens: another address moves the focus there, so that readers and keyboards go on from the top of the new one. */
export function useScreenFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  return main;
}
