import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { usePlugin } from './PluginContext.tsx';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this application. */
  to: string;
}

/** A link to another screen, without a page load. Opening in a new tab stays the browser's. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { navigate } = usePlugin();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
