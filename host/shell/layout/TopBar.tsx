import type { ReactNode } from 'react';
import { DownOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { fullName } from '@sinter/sdk/auth';
import { useReadable } from '@sinter/sdk/ui';
import { activeTheme, appearance, chooseAppearance } from '@sinter/sdk/ui/host';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ShellStores } from '../ShellStores.ts';
import { Bell } from '../notifications/Bell.tsx';
import { Brand } from './Brand.tsx';
import { CurrencyPicker } from './CurrencyPicker.tsx';
import { FacilitySwitcher } from './FacilitySwitcher.tsx';
import { MenuIcon } from './icons.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import { MenuButton } from './MenuButton.tsx';
import { EntryLink, labelOf } from './NavLink.tsx';
import { profileEntries } from './profileEntries.ts';
import css from './shell.module.css';

interface TopBarProps {
  shell: ShellStores;
  /** Before the title: the drawer's button on small screens. */
  lead?: ReactNode;
  /** Between title and tools. */
  children?: ReactNode;
  /** First of the tools at the end. */
  tools?: ReactNode;
}

export const TopBar = observer(function TopBar({ shell, lead, children, tools }: TopBarProps) {
  const t = useHostTexts();
  const theme = useReadable(activeTheme);
  const { workspace, currency } = shell;
  const { user, browser } = workspace;
  const isDark = theme['navigation-logo-type'] === 'LIGHT';
  return (
    <header className={`${css['topBar']} ${isDark ? css['darkBar'] : ''}`}>
      {lead}
      <Link to="/" className={css['brandLink']} aria-label={`${theme.title}: ${t('shell.home')}`}>
        <Brand ground={isDark ? 'dark' : 'page'} />
      </Link>
      {children}
      <div className={css['topRight']}>
        {tools}
        <WhereIAm shell={shell} />
        <Bell shell={shell} />
        <CurrencyPicker store={currency} />
        <LanguagePicker browser={browser} />
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
          {profileEntries(shell).map((entry) => (
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
});

/** The facility or company; a choice of facilities where there is one. */
export const WhereIAm = observer(function WhereIAm({ shell: { workspace, facilities } }: { shell: ShellStores }) {
  const { serviceProvider, engineer } = workspace.user;
  const name = serviceProvider?.companyName ?? engineer?.companyName;
  if (!name) return null;
  return (
    <div className={css['facility']}>
      {facilities.shown ? <FacilitySwitcher store={facilities} /> : <span className={css['facilityName']}>{name}</span>}
    </div>
  );
});

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
