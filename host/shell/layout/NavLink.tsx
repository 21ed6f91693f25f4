import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'react-router-dom';
import type { ManifestEntry } from '#registry/manifest';
import { currentLanguage } from '@sinter/sdk/i18n';
import { i18n } from '@sinter/sdk/i18n/host';
import { useHostTexts } from '#host/browser/useHostTexts.ts';

interface EntryLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  entry: ManifestEntry;
}

/** A menu entry's link; outside addresses open in a new tab, unless the shop wants it otherwise. */
export function EntryLink({ entry, children, ...rest }: EntryLinkProps) {
  const t = useHostTexts();
  const newTab = entry.newTab ?? entry.external;
  if (!entry.external && !newTab) {
    return (
      <Link to={entry.path} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={entry.path}
      {...(newTab && { target: '_blank', rel: 'noopener noreferrer', title: t('shell.newTab') })}
      {...rest}
    >
      {children}
    </a>
  );
}

/** `host` texts, or a plugin's own as `<plugin id>:<token>`; its id as long as those have not come. */
export function labelOf({ label, text, texts }: Pick<ManifestEntry, 'label' | 'text' | 'texts'>): string {
  const own = texts?.[currentLanguage()] ?? text;
  if (own) return own;
  const at = label.indexOf(':');
  const [ns, token] = at < 0 ? ['host', label] : [label.slice(0, at), label.slice(at + 1)];
  return i18n.t(token, { ns }) || ns;
}

/** The entry that the present address belongs to: the longest path that it begins with. */
export function currentEntry(entries: readonly ManifestEntry[], pathname: string): ManifestEntry | undefined {
  // A dashboard (`/engineer`) is not the parent of the screens whose addresses begin like it.
  const hasInside = (path: string) => path.split('/').length > 2;
  const inside = (path: string) => pathname === path || (hasInside(path) && pathname.startsWith(`${path}/`));
  const pathOf = (entry: ManifestEntry) => entry.path.replace(/[?#].*$/, '');
  return entries
    .filter((entry) => !entry.external && inside(pathOf(entry)))
    .sort((one, other) => pathOf(other).length - pathOf(one).length)[0];
}
