import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatBytes, formatDate } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, ProgressLine, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { RecordStore } from './RecordStore.ts';
import css from './record.module.css';

/** The whole record of the order, to be kept elsewhere. */
export default observer(function RecordSection({ orderId }: { orderId: number }) {
  const t = useTexts();
  const store = useStore((host) => new RecordStore(host, orderId));
  const { answer: record, state, error, retry } = store.reading;
  const title = t('record.title');
  if (error !== null) return <ErrorNotice subject={title} error={error} onRetry={retry} />;
  if (record === null && state !== 'answered') return <Loading />;
  const isReady = record?.state === 'READY';
  return (
    <Section title={title}>
      <div className={css['record']}>
        <p>{t('record.text')}</p>
        {record?.state === 'WAITING' ? (
          <>
            <ProgressLine label={t('record.making')} value={record.total === 0 ? 0 : record.done / record.total} />
            <div>
              <LightButton loading={store.cancelling.busy} onClick={() => void store.cancelling.run(record.id)}>
                {t('record.cancel')}
              </LightButton>
            </div>
          </>
        ) : (
          <div className={css['buttons']}>
            {isReady && (
              <Button type="primary" href={store.address(record)} download={record.fileName}>
                {t('record.download', { size: formatBytes(record.size ?? 0) })}
              </Button>
            )}
            <LightButton loading={store.making.busy} onClick={() => void store.making.run()}>
              {t(isReady ? 'record.again' : 'record.make')}
            </LightButton>
          </div>
        )}
        {record?.state === 'FAILED' && <p role="alert">{t('record.failed')}</p>}
        {record?.state === 'CANCELLED' && <p role="status">{t('record.cancelled')}</p>}
        {isReady && (
          <dl className={css['facts']}>
            <dt>{t('record.sum')}</dt>
            <dd>
              <code dir="ltr">{record.sha256}</code>
            </dd>
          </dl>
        )}
        {isReady && (
          <p className={css['quiet']}>
            {t('record.until', { date: formatDate(record.keptUntil) })}{' '}
            {record.leftOut > 0 && t('record.leftOut', { count: record.leftOut })}
          </p>
        )}
      </div>
    </Section>
  );
});
