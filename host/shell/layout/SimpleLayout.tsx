import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import { Notices } from '#host/browser/parts/Notices.tsx';
import type { Workspace } from '#host/browser/Workspace.ts';
import { Content } from './ShellLayout.tsx';
import { TopBar } from './TopBar.tsx';
import css from './shell.module.css';

/** Top bar only. */
export const SimpleLayout = observer(function SimpleLayout({
  workspace,
  children,
}: {
  workspace: Workspace;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <div className={css['shell']}>
      <TopBar theme={workspace.browser.theme} user={workspace.user} profileMenu={workspace.manifest.profileMenu} />
      <Notices workspace={workspace} />
      <Content pathname={pathname}>{children}</Content>
    </div>
  );
});
