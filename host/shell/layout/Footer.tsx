import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { useReadable } from '@sinter/sdk/ui';
import { activeTheme } from '@sinter/sdk/ui/host';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './shell.module.css';

/** Contact and terms, where the theme wants them (specification 2.3). */
export function Footer() {
  const t = useHostTexts();
  const theme = useReadable(activeTheme);
  if (!theme['show-materialise-info']) return null;
  const links = [
    { name: 'contact', address: theme['contact-url'] || defaultTheme['contact-url'] },
    { name: 'terms', address: theme['terms-url'] || defaultTheme['terms-url'] },
  ];
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
