import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link, useBlocker, useLocation } from 'react-router-dom';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Notices } from '#host/browser/parts/Notices.tsx';
import type { ShellStores } from '../ShellStores.ts';
import { Content } from './ShellLayout.tsx';
import { TopBar } from './TopBar.tsx';
import css from './shell.module.css';

/** Top bar only, with the way back to where the menu is. */
export const SimpleLayout = observer(function SimpleLayout({
  shell,
  children,
}: {
  shell: ShellStores;
  children: ReactNode;
}) {
  const t = useHostTexts();
  const { pathname } = useLocation();
  return (
    <div className={css['shell']}>
      <TopBar
        shell={shell}
        lead={
          <Link to="/" className={css['back']} aria-label={t('shell.back')}>
            <ArrowLeftOutlined aria-hidden />
            <span>{t('shell.back')}</span>
          </Link>
        }
      />
      <Notices workspace={shell.workspace} useBlocker={useBlocker} />
      <Content pathname={pathname}>{children}</Content>
    </div>
  );
});
