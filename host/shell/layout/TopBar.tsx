import type { ReactNode } from 'react';
import { DownOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { fullName } from '@sinter/sdk/auth';
import type { Theme } from '@sinter/sdk/contract/host';
import type { SessionUser } from '@sinter/sdk/contract/session';
import { useReadable } from '@sinter/sdk/ui';
import { appearance, chooseAppearance } from '@sinter/sdk/ui/host';
import type { ManifestEntry } from '#registry/manifest';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { Brand } from './Brand.tsx';
import { MenuIcon } from './icons.tsx';
import { MenuButton } from './MenuButton.tsx';
import { EntryLink, labelOf } from './NavLink.tsx';
import css from './shell.module.css';

interface TopBarProps {
  theme: Theme;
  user: SessionUser;
  profileMenu: readonly ManifestEntry[];
  /** Before the title: the drawer's button on small screens. */
  lead?: ReactNode;
  /** Between title and profile. */
  children?: ReactNode;
}

export function TopBar({ theme, user, profileMenu, lead, children }: TopBarProps) {
  const t = useHostTexts();
  const place = user.serviceProvider?.companyName ?? user.engineer?.companyName;
  const entries = profileMenu.filter(({ path }) => user.switchAccountEnabled || !path.startsWith('/switch/'));
  return (
    <header className={`${css['topBar']} ${theme['navigation-logo-type'] === 'LIGHT' ? css['darkBar'] : ''}`}>
      {lead}
      <Link to="/" className={css['brandLink']} aria-label={`${theme.title}: ${t('shell.home')}`}>
        <Brand title={theme.title} />
      </Link>
      {children}
      <div className={css['topRight']}>
        {place && <span className={css['facility']}>{place}</span>}
        <AppearanceButton />
        <MenuButton
          label={`${t('shell.profile')}: ${fullName(user)}`}
          face={
            <>
              <span className={css['avatar']} aria-hidden="true">
                {`${user.firstName[0] ?? ''}${user.lastName[0] ?? ''}`.toUpperCase()}
              </span>
              <span className={css['userName']}>{fullName(user)}</span>
              <DownOutlined aria-hidden />
            </>
          }
        >
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryLink entry={entry}>
                <MenuIcon name={entry.icon} />
                {labelOf(entry)}
              </EntryLink>
            </li>
          ))}
        </MenuButton>
      </div>
    </header>
  );
}

function AppearanceButton() {
  const t = useHostTexts();
  const mode = useReadable(appearance);
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={css['iconButton']}
      aria-label={t(`shell.appearance.${other}`)}
      title={t(`shell.appearance.${other}`)}
      onClick={() => chooseAppearance(other)}
    >
      {mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
    </button>
  );
}
