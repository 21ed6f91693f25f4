import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, Link, Loading, Page, Section, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { AppForm } from './AppForm.tsx';
import { QuickbooksStore } from './QuickbooksStore.ts';
import css from './quickbooks.module.css';

/** Connects the facility with its company in Quickbooks (specification 2.5 and 4.5). */
export default observer(function QuickbooksPage() {
  const t = useTexts();
  const store = useStore((host) => new QuickbooksStore(host));
  const { status, settings } = store;
  return (
    <Page title={t('page.quickbooks')} width="narrow">
      <p className={css['quiet']}>{t('quickbooks.intro')}</p>
      <Problems store={store} />
      {!(status.answer && settings.answer) && status.error === null && settings.error === null && <Loading />}
      {status.answer && <Connection store={store} />}
      {settings.answer && <AppForm key={JSON.stringify(settings.answer)} store={store} settings={settings.answer} />}
    </Page>
  );
});

const Problems = observer(function Problems({ store }: { store: QuickbooksStore }) {
  const t = useTexts();
  const { status, settings, connecting, finishing, disconnecting, declined } = store;
  const failed = connecting.error ?? finishing.error;
  return (
    <>
      {status.error !== null && (
        <ErrorNotice subject={t('page.quickbooks')} error={status.error} onRetry={status.retry} />
      )}
      {status.error === null && settings.error !== null && (
        <ErrorNotice subject={t('quickbooks.app')} error={settings.error} onRetry={settings.retry} />
      )}
      {failed !== null && <ErrorNotice title={t('quickbooks.notConnected')} error={failed} />}
      {declined && (
        <p role="alert" className={css['warn']}>
          <strong>{t('quickbooks.notConnected')}</strong>
          <br />
          {t('quickbooks.declined')}
        </p>
      )}
      {disconnecting.error !== null && (
        <ErrorNotice title={t('quickbooks.notDisconnected')} error={disconnecting.error} />
      )}
    </>
  );
});

const Connection = observer(function Connection({ store }: { store: QuickbooksStore }) {
  const t = useTexts();
  const { status, settings, connecting, finishing, disconnecting } = store;
  if (!status.answer) return null;
  const isConnected = status.answer.status === 'ACTIVE';
  const isReady = settings.answer?.clientSecretSet === true && settings.answer.clientId !== '';
  return (
    <Section>
      <div className={css['row']}>
        <div className={css['what']}>
          <h2 id="quickbooks-connect" className={css['title']}>
            {t('quickbooks.connectWith')}
          </h2>
          {isConnected && <StatusPill tone="green">{t('quickbooks.connected')}</StatusPill>}
        </div>
        {isConnected ? (
          <LightButton
            loading={disconnecting.busy}
            aria-describedby="quickbooks-connect"
            onClick={() => void disconnecting.run()}
          >
            {t('quickbooks.disconnect')}
          </LightButton>
        ) : (
          <LightButton
            kind="primary"
            disabled={!isReady}
            loading={connecting.busy || finishing.busy}
            aria-describedby="quickbooks-state"
            onClick={() => void connecting.run()}
          >
            {t('quickbooks.connect')}
          </LightButton>
        )}
      </div>
      <p id="quickbooks-state" className={css[status.answer.lost ? 'warn' : 'quiet']} role="status">
        {isConnected
          ? status.answer.company !== null && t('quickbooks.company', { company: status.answer.company })
          : t(status.answer.lost ? 'quickbooks.lost' : isReady ? 'quickbooks.ready' : 'quickbooks.notReady')}
      </p>
      {status.answer.company !== null && (
        <p className={css['links']}>
          <Link to="/service-provider/settings/quickbooks/invoices">{t('page.quickbooksInvoices')}</Link>
          {isConnected && <Link to="/service-provider/settings/quickbooks/mapping">{t('page.quickbooksMapping')}</Link>}
        </p>
      )}
    </Section>
  );
});
