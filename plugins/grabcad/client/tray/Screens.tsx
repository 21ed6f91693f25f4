import { Link, useLocation, useTexts } from '@sinter/sdk/ui';
import css from './tray.module.css';

const screens = [
  { path: '/grabcad/grabcad-select-parts', text: 'page.selectParts' },
  { path: '/grabcad/grabcad-jobs-scheduled', text: 'page.jobsScheduled' },
] as const;

/** The way between the embedded screens: the tool around them has no menu for it. */
export function Screens() {
  const t = useTexts();
  const { pathname } = useLocation();
  return (
    <nav className={css['screens']} aria-label={t('screens.label')}>
      {screens.map(({ path, text }) => (
        <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
