import { Link, useLocation, useOpens, useTexts } from '@sinter/sdk/ui';
import { jobsPath, selectPartsPath } from '../paths.ts';
import css from './tray.module.css';

const screens = [
  { path: selectPartsPath, text: 'page.selectParts' },
  { path: jobsPath, text: 'page.jobsScheduled' },
] as const;

/** The way between the embedded screens: the tool around them has no menu for it. */
export function Screens() {
  const t = useTexts();
  const { pathname } = useLocation();
  const opens = useOpens();
  return (
    <nav className={css['screens']} aria-label={t('screens.label')}>
      {screens
        .filter(({ path }) => opens(path))
        .map(({ path, text }) => (
          <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
            {t(text)}
          </Link>
        ))}
    </nav>
  );
}
