import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '@sinter/sdk/ui/host';
import type { Place } from './Place.ts';

/** A link between the screens before the sign-in, without loading the page again. */
export function PublicLink({ place, to, children }: { place: Place; to: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    place.go(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}
