import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import type { TravellerPrint } from '@sinter/sdk/contract/production/travellerPrints';
import { formatBytes, formatDate } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, ProgressLine, useStore, useTexts } from '@sinter/sdk/ui';
import { TravellerPrintStore } from './TravellerPrintStore.ts';
import css from './travellers.module.css';

/** How far the travellers of many orders are, and then the file. The list below goes on meanwhile. */
export default observer(function TravellerPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const store = useStore((host) => new TravellerPrintStore(host));
  const { answer: print, state, error, retry } = store.reading;
  const title = t('travellers.title');
  if (error !== null) return <ErrorNotice subject={title} error={error} onRetry={retry} />;
  if (print === null && state !== 'answered') return <Loading />;
  return (
    <section className={css['panel']} aria-label={title}>
      {print === null && <p role="status">{t('travellers.none')}</p>}
      {print?.state === 'WAITING' && (
        <div className={css['making']}>
          <ProgressLine
            label={t('travellers.making', { count: print.orders })}
            value={print.share}
            secondsLeft={print.secondsLeft ?? undefined}
          />
          <LightButton size="small" loading={store.cancelling.busy} onClick={() => void store.cancelling.run(print.id)}>
            {t('travellers.cancel')}
          </LightButton>
        </div>
      )}
      {print?.state === 'FAILED' && <p role="alert">{t('travellers.failed')}</p>}
      {print?.state === 'CANCELLED' && <p role="status">{t('travellers.cancelled')}</p>}
      {print?.state === 'READY' && <Ready print={print} address={store.address(print)} />}
      {print !== null && print.leftOut > 0 && (
        <p className={css['quiet']}>{t('travellers.leftOut', { count: print.leftOut })}</p>
      )}
      {print?.state !== 'WAITING' && (
        <LightButton size="small" onClick={onClose}>
          {t('travellers.close')}
        </LightButton>
      )}
    </section>
  );
});

function Ready({ print, address }: { print: TravellerPrint; address: string }) {
  const t = useTexts();
  return (
    <>
      <p role="status">
        {t('travellers.ready', { count: print.pages ?? 0 })}{' '}
        {t('travellers.until', { date: formatDate(print.keptUntil) })}
      </p>
      <Button type="primary" size="small" href={address} download={print.fileName}>
        {t('travellers.download', { size: formatBytes(print.size ?? 0) })}
      </Button>
    </>
  );
}
