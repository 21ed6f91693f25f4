import { useReadable } from '@sinter/sdk/ui';
import { activeTheme } from '@sinter/sdk/ui/host';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './shell.module.css';

/** Contact and terms, as far as the theme wants and has them. */
export function Footer() {
  const t = useHostTexts();
  const theme = useReadable(activeTheme);
  const links = [
    { name: 'contact', address: theme['contact-url'] },
    { name: 'terms', address: theme['terms-url'] },
  ].filter(({ address }) => address !== '');
  if (!theme['show-materialise-info'] || links.length === 0) return null;
  return (
    <footer className={css['footer']}>
      {links.map(({ name, address }) => (
        <a key={name} href={address} target="_blank" rel="noopener noreferrer">
          {t(`shell.${name}`)}
        </a>
      ))}
    </footer>
  );
}
