import { useTexts } from '@sinter/sdk/ui';
import type { Zone } from '../zone.ts';
import css from './scheduler.module.css';

const kinds = ['progress', 'queued', 'paused', 'completed', 'failed', 'downtime', 'machine'] as const;

/** What the colours mean, whose clock is shown, and how to move about. */
export function Legend({ zone }: { zone: Zone }) {
  const t = useTexts();
  return (
    <footer className={css['legend']}>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={`${css['swatch']} ${css[kind]}`} aria-hidden="true" />
            {t(`legend.${kind}`)}
          </li>
        ))}
      </ul>
      <span>{t('legend.hint')}</span>
      <span className={css['zone']}>{t('legend.zone', { zone: zone.name.replaceAll('_', ' ') })}</span>
    </footer>
  );
}
