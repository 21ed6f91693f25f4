import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { useBlocker, useLocation } from 'react-router-dom';
import type { ManifestEntry } from '#registry/manifest';
import type { Workspace } from '#host/browser/Workspace.ts';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { useScreenFocus } from '#host/browser/parts/useScreenFocus.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import type { ShellStores } from '../ShellStores.ts';
import { Footer } from './Footer.tsx';
import { Badge, SideMenu } from './SideMenu.tsx';
import { TopBar, WhereIAm } from './TopBar.tsx';
import { currentEntry, EntryLink, labelOf } from './NavLink.tsx';
import css from './shell.module.css';

const resizeAfterMs = 300;
const menuKey = 'side_menu';

/** Top bar, menu and content. Some accounts have their menu in the top bar. */
export const ShellLayout = observer(function ShellLayout({
  shell,
  children,
}: {
  shell: ShellStores;
  children: ReactNode;
}) {
  const t = useHostTexts();
  const { workspace, navigation } = shell;
  const { manifest } = workspace;
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => localStorage.getItem(menuKey) !== 'closed');
  const [drawer, setDrawer] = useState(false);
  const hasSide = navigation === 'side-menu';

  useEffect(() => setDrawer(false), [pathname]);
  const toggle = () => {
    setOpen(!open);
    localStorage.setItem(menuKey, open ? 'closed' : 'open');
    // Charts and tables measure themselves again once the menu has moved.
    setTimeout(() => window.dispatchEvent(new Event('resize')), resizeAfterMs);
  };
  const menuButton = hasSide && (
    <button
      type="button"
      className={`${css['iconButton']} ${css['drawerButton']}`}
      aria-label={t('shell.menu.toggle')}
      aria-expanded={drawer}
      onClick={() => setDrawer(!drawer)}
    >
      <MenuOutlined aria-hidden />
    </button>
  );
  const onTop =
    navigation === 'store-front' ? manifest.topNav : hasSide ? [] : manifest.menu.flatMap(({ entries }) => entries);
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#content">
        {t('shell.skip')}
      </a>
      <TopBar shell={shell} lead={menuButton} tools={<PaletteButton shell={shell} />}>
        {!hasSide && <TopNav entries={onTop} pathname={pathname} />}
      </TopBar>
      <div className={css['body']}>
        {hasSide && (
          <div
            role="presentation"
            className={`${css['menuPlace']} ${drawer ? css['drawerOpen'] : ''}`}
            onKeyDown={(event) => event.key === 'Escape' && setDrawer(false)}
          >
            <SideMenu
              menu={manifest.menu}
              pathname={pathname}
              narrow={!open && !drawer}
              head={<WhereIAm shell={shell} />}
            />
            <button
              type="button"
              className={css['backdrop']}
              aria-label={t('shell.menu.close')}
              tabIndex={drawer ? 0 : -1}
              onClick={() => setDrawer(false)}
            />
          </div>
        )}
        <div className={css['main']}>
          {hasSide && (
            <div className={css['pageBar']} data-page-bar>
              <button
                type="button"
                className={css['iconButton']}
                aria-label={t('shell.menu.toggle')}
                aria-expanded={open}
                aria-controls="side-menu"
                onClick={toggle}
              >
                {open ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
              </button>
              <Where workspace={workspace} pathname={pathname} />
            </div>
          )}
          <Notices workspace={workspace} useBlocker={useBlocker} />
          <Content pathname={pathname}>{children}</Content>
          <Footer shop={navigation === 'store-front' ? shell.currency.shop : null} />
        </div>
      </div>
    </div>
  );
});

/** The menu's section and entry that the screen belongs to, unless the screen says it itself. */
function Where({ workspace, pathname }: { workspace: Workspace; pathname: string }) {
  const t = useHostTexts();
  const { menu } = workspace.manifest;
  const entry = currentEntry(
    menu.flatMap(({ entries }) => entries),
    pathname,
  );
  const section = menu.find(({ entries }) => entries.some((one) => one === entry))?.section;
  if (!entry || !section) return null;
  return (
    <span className={css['where']}>
      {section !== 'home' && <span>{t(`menu.section.${section}`)}</span>}
      <span>{labelOf(entry)}</span>
    </span>
  );
}

function TopNav({ entries, pathname }: { entries: readonly ManifestEntry[]; pathname: string }) {
  const t = useHostTexts();
  const current = currentEntry(entries, pathname);
  return (
    <nav className={css['topNav']} aria-label={t('shell.menu')}>
      {entries.map((entry) => (
        <EntryLink key={entry.id} entry={entry} aria-current={entry === current ? 'page' : undefined}>
          {labelOf(entry)}
          <Badge entry={entry} />
        </EntryLink>
      ))}
    </nav>
  );
}

/** The screen. */
export function Content({ pathname, children }: { pathname: string; children: ReactNode }) {
  return (
    <main ref={useScreenFocus(pathname)} id="content" className={css['content']} tabIndex={-1}>
      {children}
    </main>
  );
}
