import type { ReactNode } from 'react';
import { productVersion } from '@sinter/sdk/contract/version';
import type { Manifest, ManifestEntry } from '#registry/manifest';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { MenuIcon } from './icons.tsx';
import { currentEntry, EntryLink, labelOf } from './NavLink.tsx';
import css from './shell.module.css';

const ownBadges = ['beta', 'new', 'historical'];

interface SideMenuProps {
  menu: Manifest['menu'];
  pathname: string;
  /** Icons only. */
  narrow: boolean;
  /** Above the entries while the menu is a drawer. */
  head?: ReactNode;
}

export function SideMenu({ menu, pathname, narrow, head }: SideMenuProps) {
  const t = useHostTexts();
  const current = currentEntry(
    menu.flatMap(({ entries }) => entries),
    pathname,
  );
  return (
    <nav id="side-menu" className={`${css['sideMenu']} ${narrow ? css['narrow'] : ''}`} aria-label={t('shell.menu')}>
      <div className={css['menuHead']}>{head}</div>
      {menu.map(({ section, entries }) => (
        <section key={section}>
          {section !== 'home' && <h2>{t(`menu.section.${section}`)}</h2>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <EntryLink
                  entry={entry}
                  className={css['entry']}
                  aria-current={entry === current ? 'page' : undefined}
                  {...(narrow ? { title: labelOf(entry) } : {})}
                >
                  {entry.logo === undefined ? (
                    <MenuIcon name={entry.icon} />
                  ) : (
                    <img className={css['entryLogo']} src={entry.logo} alt="" />
                  )}
                  <span className={css['entryLabel']}>{labelOf(entry)}</span>
                  <Badge entry={entry} />
                </EntryLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={css['version']}>{narrow ? productVersion : t('shell.version', { version: productVersion })}</p>
    </nav>
  );
}

export function Badge({ entry: { badge } }: { entry: ManifestEntry }) {
  const t = useHostTexts();
  if (!badge) return null;
  return <span className={css['badge']}>{ownBadges.includes(badge) ? t(`menu.badge.${badge}`) : badge}</span>;
}
