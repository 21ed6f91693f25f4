import { useEffect } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, Section, StatusPill } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { SessionsStore } from './SessionsStore.ts';
import css from './account.module.css';

/** Where the person is signed in, and ending it there. */
export const Sessions = observer(function Sessions({ store }: { store: SessionsStore }) {
  const t = useHostTexts();
  const { answer: sessions, error, retry } = store.question;
  useEffect(() => store.question.start(), [store]);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Section
      title={t('sessions.title')}
      actions={
        others.length > 0 && (
          <LightButton loading={store.isEnding('others')} onClick={() => void store.ending.run('others')}>
            {t('sessions.endOthers')}
          </LightButton>
        )
      }
    >
      {error !== null && <ErrorNotice subject={t('sessions.title')} error={error} onRetry={retry} />}
      {!sessions && error === null && <Loading />}
      {sessions && (
        <ul className={css['list']} aria-label={t('sessions.title')}>
          {sessions.map(({ id, current, device, address, startedAt, lastSeenAt }) => (
            <li key={id}>
              <div className={css['what']}>
                <strong>{device}</strong>
                <p>
                  {t('sessions.facts', {
                    address,
                    started: formatDateTime(startedAt),
                    seen: formatDateTime(lastSeenAt),
                  })}
                </p>
              </div>
              {current ? (
                <StatusPill tone="green">{t('sessions.current')}</StatusPill>
              ) : (
                <LightButton
                  aria-label={t('sessions.end.named', { device })}
                  loading={store.isEnding(id)}
                  onClick={() => void store.ending.run(id)}
                >
                  {t('sessions.end')}
                </LightButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions && others.length === 0 && <p className={css['note']}>{t('sessions.alone')}</p>}
    </Section>
  );
});
