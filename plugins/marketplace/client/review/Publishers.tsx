import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import {
  CopyButton,
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Section,
  StatusPill,
  useTexts,
} from '@sinter/sdk/ui';
import { PublisherDrawer } from './PublisherDrawer.tsx';
import type { Key, Publisher, ReviewStore } from './ReviewStore.ts';
import css from '../marketplace.module.css';

/** The vendors whose packages are taken here, and the keys that they sign with. */
export default observer(function Publishers({ store }: { store: ReviewStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.publishers;
  const add = (
    <LightButton kind="primary" onClick={() => store.edit({ kind: 'publisher' })}>
      {t('publisher.add')}
    </LightButton>
  );
  return (
    <>
      {error !== null && <ErrorNotice subject={t('review.publishers')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.length === 0 && (
        <EmptyState title={t('publisher.empty')} text={t('publisher.empty.text')} actions={add} />
      )}
      {answer !== null && answer.length > 0 && <div className={css['filters']}>{add}</div>}
      {answer?.map((publisher) => (
        <PublisherSection key={publisher.id} store={store} publisher={publisher} />
      ))}
      {store.editing && <PublisherDrawer store={store} editing={store.editing} />}
    </>
  );
});

const PublisherSection = observer(function PublisherSection({
  store,
  publisher,
}: {
  store: ReviewStore;
  publisher: Publisher;
}) {
  const t = useTexts();
  const { id, name, contact, keys, published } = publisher;
  return (
    <Section
      title={name}
      actions={<LightButton onClick={() => store.edit({ kind: 'key', publisher })}>{t('key.add')}</LightButton>}
    >
      <p className={css['quiet']}>
        <bdi>{contact === '' ? id : `${id} · ${contact}`}</bdi> · {t('publisher.published', { count: published })}
      </p>
      {keys.length === 0 ? (
        <p>{t('key.none')}</p>
      ) : (
        <ul className={css['rights']} aria-label={t('key.list', { name })}>
          {keys.map((key) => (
            <KeyRow key={key.keyId} store={store} publisher={publisher} row={key} />
          ))}
        </ul>
      )}
    </Section>
  );
});

function KeyRow({ store, publisher, row }: { store: ReviewStore; publisher: Publisher; row: Key }) {
  const t = useTexts();
  const { keyId, createdAt, retiredAt, revokedAt, reason, development } = row;
  return (
    <li>
      <span className={css['row']}>
        <code>{keyId}</code>
        <CopyButton text={row.publicKey} label={t('key.copy')} />
        {development && <StatusPill tone="amber">{t('key.development')}</StatusPill>}
        {revokedAt !== null ? (
          <StatusPill tone="red">{t('key.revoked')}</StatusPill>
        ) : retiredAt !== null ? (
          <StatusPill tone="grey">{t('key.retired')}</StatusPill>
        ) : (
          <StatusPill tone="green">{t('key.inUse')}</StatusPill>
        )}
      </span>
      <span className={css['quiet']}>
        {t('key.since', { date: formatDate(createdAt) })}
        {reason !== null && <bdi>{` · ${reason}`}</bdi>}
      </span>
      {revokedAt === null && (
        <span className={css['row']}>
          {retiredAt === null && (
            <LightButton onClick={() => store.edit({ kind: 'rotate', publisher, key: row })}>
              {t('key.rotate')}
            </LightButton>
          )}
          <LightButton kind="danger" onClick={() => store.edit({ kind: 'revoke', publisher, key: row })}>
            {t('key.revoke')}
          </LightButton>
        </span>
      )}
    </li>
  );
}
