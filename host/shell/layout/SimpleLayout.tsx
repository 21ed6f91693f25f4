import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { useLocation } from 'react-router-dom';
import { Notices } from '#host/browser/parts/Notices.tsx';
import type { ShellStores } from '../ShellStores.ts';
import { Content } from './ShellLayout.tsx';
import { TopBar } from './TopBar.tsx';
import css from './shell.module.css';

/** Top bar only. */
export const SimpleLayout = observer(function SimpleLayout({
  shell,
  children,
}: {
  shell: ShellStores;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <div className={css['shell']}>
      <TopBar shell={shell} />
      <Notices workspace={shell.workspace} />
      <Content pathname={pathname}>{children}</Content>
    </div>
  );
});
