import { useTexts } from '@sinter/sdk/ui';
import css from './legend.module.css';

const kinds = ['progress', 'queued', 'paused', 'completed', 'failed', 'downtime', 'machine'] as const;

/** What the colours mean, and how to move about. */
export function Legend({ editable }: { editable: boolean }) {
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
      <span>{t(editable ? 'legend.hint.edit' : 'legend.hint')}</span>
    </footer>
  );
}
