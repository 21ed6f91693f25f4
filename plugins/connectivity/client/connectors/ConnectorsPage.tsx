import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { Button } from 'antd';
import type { Connector, ConnectorHealth } from '@sinter/sdk/contract/connectivity/connectors';
import { formatDateTime } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import {
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  StatusPill,
  useStore,
  useTexts,
  type Tone,
} from '@sinter/sdk/ui';
import { ConnectorsStore } from './ConnectorsStore.ts';
import css from './connectors.module.css';

const ConnectorDrawer = lazy(() => import('./ConnectorDrawer.tsx'));

/** How the facility listens to its machines. */
export default observer(function ConnectorsPage() {
  const t = useTexts();
  const store = useStore((host) => new ConnectorsStore(host));
  const { answer, error, retry } = store.connectors;
  const { editing, asked } = store;
  return (
    <Page
      title={t('page.connectors')}
      width="normal"
      actions={
        <Button type="primary" onClick={() => store.edit('new')}>
          {t('connector.add')}
        </Button>
      }
    >
      <p className={css['lead']}>
        {t('connectors.intro')} <Link to="/service-provider/machine-connectivity">{t('connectors.wall')}</Link>
      </p>
      {error !== null && <ErrorNotice subject={t('page.connectors')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer?.connectors.length === 0 && (
        <EmptyState title={t('connectors.empty')} text={t('connectors.empty.text')} />
      )}
      {answer && (
        <ul className={css['list']} aria-label={t('page.connectors')}>
          {answer.connectors.map((connector) => (
            <Row key={connector.id} store={store} connector={connector} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t('connector.remove.ask', { name: asked?.name ?? '' })}
        yes={t('connector.remove')}
        no={t('form.cancel')}
        onAnswer={(yes) => void store.answer(yes)}
      />
      {editing !== null && answer && (
        <Suspense fallback={null}>
          <ConnectorDrawer
            key={editing === 'new' ? 'new' : editing.id}
            store={store}
            editing={editing}
            known={answer}
          />
        </Suspense>
      )}
    </Page>
  );
});

const healthTones: Readonly<Record<ConnectorHealth, Tone>> = {
  ...{ OFF: 'grey', PAUSED: 'amber', WAITING: 'blue', OK: 'green', FAILING: 'red' },
};

const Row = observer(function Row({ store, connector }: { store: ConnectorsStore; connector: Connector }) {
  const t = useTexts();
  const { name, type, endpoint, run, health, last, machines, unknownStates } = connector;
  const busy = store.running.doing?.[0].id === connector.id;
  const mapped = machines.filter(({ equipmentId }) => equipmentId !== null).length;
  const turn = run === 'OFF' ? 'ON' : 'OFF';
  const pause = run === 'PAUSED' ? 'ON' : 'PAUSED';
  return (
    <li>
      <header>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <StatusPill tone={healthTones[health]}>{t(`health.${health}`)}</StatusPill>
      </header>
      <p className={css['lead']}>
        {t(`type.${type}`)}
        {endpoint !== '' && (
          <>
            {' · '}
            <bdi dir="ltr">{endpoint}</bdi>
          </>
        )}
        {' · '}
        {t('connector.mapped', { mapped, machines: machines.length })}
      </p>
      {last && run !== 'OFF' && (
        <p className={css['last']}>
          {say(last.message, last.said)} <span>{formatDateTime(last.at)}</span>
        </p>
      )}
      {unknownStates.length > 0 && (
        <p className={css['warn']}>{t('connector.unknown', { words: unknownStates.join(', ') })}</p>
      )}
      <p className={css['actions']}>
        <LightButton
          size="small"
          loading={busy}
          aria-label={t(`connector.turn${turn}Of`, { name })}
          onClick={() => void store.running.run(connector, turn)}
        >
          {t(`connector.turn${turn}`)}
        </LightButton>
        {run !== 'OFF' && (
          <LightButton
            size="small"
            loading={busy}
            aria-label={t(pause === 'ON' ? 'connector.resumeOf' : 'connector.pauseOf', { name })}
            onClick={() => void store.running.run(connector, pause)}
          >
            {t(pause === 'ON' ? 'connector.resume' : 'connector.pause')}
          </LightButton>
        )}
        <LightButton size="small" aria-label={t('connector.editOf', { name })} onClick={() => store.edit(connector)}>
          {t('connector.edit')}
        </LightButton>
        <LightButton size="small" aria-label={t('connector.removeOf', { name })} onClick={() => store.ask(connector)}>
          {t('connector.remove')}
        </LightButton>
      </p>
    </li>
  );
});
