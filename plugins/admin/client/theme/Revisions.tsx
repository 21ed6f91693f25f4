import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { ThemeStore } from './ThemeStore.ts';
import css from './theme.module.css';

/** Earlier themes. Taking one shows it at once; publishing it is the undo. */
export const Revisions = observer(function Revisions({ store }: { store: ThemeStore }) {
  const t = useTexts();
  if (store.revisions.length === 0) return <p>{t('theme.noRevisions')}</p>;
  return (
    <ol className={css['revisions']}>
      {store.revisions.map((revision) => (
        <li key={revision.revision}>
          <span className={css['swatches']} aria-hidden="true">
            {['primary', 'navigation', 'background'].map((name) => (
              <i key={name} style={{ background: revision.theme['root-css'][name] ?? `var(--${name})` }} />
            ))}
          </span>
          <span>
            <bdi>{revision.theme.title}</bdi>
            <small>
              {t('theme.revisionBy', { at: formatDateTime(revision.at), by: revision.by || t('history.delivered') })}
            </small>
          </span>
          <LightButton
            size="small"
            aria-label={t('theme.takeOne', { revision: revision.revision })}
            onClick={() => store.take(revision)}
          >
            {t('theme.take')}
          </LightButton>
        </li>
      ))}
    </ol>
  );
});
