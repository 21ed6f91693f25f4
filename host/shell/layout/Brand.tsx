import { useReadable } from '@sinter/sdk/ui';
import { activeTheme, appearance } from '@sinter/sdk/ui/host';
import css from './shell.module.css';

interface BrandProps {
  /** What it stands on; a dark ground has the logo for dark grounds, whatever the colours of the page. */
  ground?: 'page' | 'dark';
}

/** The theme's logo, else the mark (printed layers) with the product's title. */
export function Brand({ ground = 'page' }: BrandProps) {
  const theme = useReadable(activeTheme);
  const mode = useReadable(appearance);
  const isDark = ground === 'dark' || mode === 'dark';
  // A logo is named after its own colour: the light one is for dark grounds.
  const logo = isDark ? (theme['logo-light'] ?? theme['logo-dark']) : (theme['logo-dark'] ?? theme['logo-light']);
  if (logo) return <img className={css['logo']} src={logo.fileURL} alt={theme.title} />;
  return (
    <span className={css['brand']}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="m16 4 12 6-12 6L4 10Z" />
        <path d="m4 16 12 6 12-6" />
        <path d="m4 22 12 6 12-6" />
      </svg>
      <span className={css['brandText']}>{theme.title}</span>
    </span>
  );
}
