import { useTexts } from '@sinter/sdk/ui';
import css from './scheduler.module.css';

const kinds = ['progress', 'queued', 'paused', 'completed', 'failed', 'downtime', 'machine'] as const;

/** What the colours mean, and how to move about. */
export function Legend() {
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
    </footer>
  );
}
