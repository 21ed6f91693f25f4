import type { ComponentProps, MouseEvent } from 'react';
import { useOpens, usePlugin } from './PluginContext.tsx';

export interface LinkProps extends ComponentProps<'a'> {
  /** A path of this application. */
  to: string;
}

/**
 * A link to another screen, without a page load. The browser still opens it in a new tab when the user asks for that.
 * Its content alone where the screen is not there for this person.
 */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { navigate } = usePlugin();
  const opens = useOpens();
  if (!opens(to)) return <span className={rest.className}>{children}</span>;
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
