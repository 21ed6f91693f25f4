import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import type { Workspace } from '#host/browser/Workspace.ts';
import { Notices } from '#host/browser/parts/Notices.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Badge, SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { currentEntry, EntryLink, labelOf } from './NavLink.tsx';
import css from './shell.module.css';

const resizeAfterMs = 300;

/** Top bar, menu and content. Buyers of the store front get its navigation instead of the side menu. */
export const ShellLayout = observer(function ShellLayout({
  workspace,
  children,
}: {
  workspace: Workspace;
  children: ReactNode;
}) {
  const t = useHostTexts();
  const { manifest, user, browser } = workspace;
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  const [drawer, setDrawer] = useState(false);
  const storeFront = user.defaultRole === 'ROLE_ENGINEER' && user.dashboard === 'STORE_FRONT';

  useEffect(() => setDrawer(false), [pathname]);
  const toggle = () => {
    setOpen(!open);
    // Charts and tables measure themselves again once the menu has moved.
    setTimeout(() => window.dispatchEvent(new Event('resize')), resizeAfterMs);
  };
  const menuButton = !storeFront && (
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
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#content">
        {t('shell.skip')}
      </a>
      <TopBar theme={browser.theme} user={user} profileMenu={manifest.profileMenu} lead={menuButton}>
        {storeFront && <StoreFrontNav workspace={workspace} pathname={pathname} />}
      </TopBar>
      <div className={css['body']}>
        {!storeFront && (
          <div
            role="presentation"
            className={`${css['menuPlace']} ${drawer ? css['drawerOpen'] : ''}`}
            onKeyDown={(event) => event.key === 'Escape' && setDrawer(false)}
          >
            <SideMenu menu={manifest.menu} pathname={pathname} narrow={!open && !drawer} />
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
          {!storeFront && (
            <div className={css['pageBar']}>
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
          <Notices workspace={workspace} />
          <Content pathname={pathname}>{children}</Content>
        </div>
      </div>
    </div>
  );
});

/** The menu's section and entry that the screen belongs to. */
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

function StoreFrontNav({ workspace, pathname }: { workspace: Workspace; pathname: string }) {
  const t = useHostTexts();
  const { topNav } = workspace.manifest;
  const current = currentEntry(topNav, pathname);
  return (
    <nav className={css['topNav']} aria-label={t('shell.topNav')}>
      {topNav.map((entry) => (
        <EntryLink key={entry.id} entry={entry} aria-current={entry === current ? 'page' : undefined}>
          {labelOf(entry)}
          <Badge entry={entry} />
        </EntryLink>
      ))}
    </nav>
  );
}

/** The screen; another address moves the focus here, so that readers and keyboards go on from its top. */
export function Content({ pathname, children }: { pathname: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <main ref={main} id="content" className={css['content']} tabIndex={-1}>
      {children}
    </main>
  );
}
