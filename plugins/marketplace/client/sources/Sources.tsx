import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { formatBytes } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import {
  ConfirmDialog,
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Section,
  StatusPill,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { canImport, type Source, type SourcePackage, type SourceServer, SourcesStore } from './SourcesStore.ts';
import css from '../marketplace.module.css';

const ServerDrawer = lazy(() => import('./ServerDrawer.tsx'));

const tones = {
  KNOWN: 'green',
  UNSIGNED: 'grey',
  UNKNOWN_PUBLISHER: 'amber',
  UNKNOWN_KEY: 'amber',
  REFUSED: 'red',
} as const;

/** Packages in folders of the server, which are the marketplace where there is no network, and on other servers. */
export default observer(function Sources() {
  const t = useTexts();
  const store = useStore((host) => new SourcesStore(host));
  const { answer, error, retry } = store.reading;
  const { removing } = store;
  const add = (
    <LightButton kind="primary" onClick={() => store.enter(true)}>
      {t('server.add')}
    </LightButton>
  );
  const answered = (yes: boolean) => {
    if (yes && removing?.server) void store.remove.run(removing.server);
    store.askToRemove(null);
  };
  return (
    <>
      {error !== null && <ErrorNotice subject={t('review.sources')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.length === 0 && <EmptyState title={t('source.empty')} text={t('source.empty.text')} actions={add} />}
      {answer !== null && answer.length > 0 && (
        <div className={css['filters']}>
          {add}
          <LightButton onClick={() => store.reading.refresh()}>{t('source.refresh')}</LightButton>
        </div>
      )}
      {answer?.map((source) => (
        <SourceSection key={source.name} store={store} source={source} />
      ))}
      {store.entering && (
        <Suspense fallback={null}>
          <ServerDrawer store={store} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing !== null}
        danger
        title={t('server.remove.ask', { name: removing?.name ?? '' })}
        yes={t('server.remove')}
        no={t('common.cancel')}
        onAnswer={answered}
      >
        <p>{t('server.remove.text')}</p>
      </ConfirmDialog>
    </>
  );
});

const SourceSection = observer(function SourceSection({ store, source }: { store: SourcesStore; source: Source }) {
  const t = useTexts();
  const { name, problem, packages, broken, server } = source;
  const lacksKey = packages.some(({ signature }) => signature === 'UNKNOWN_KEY' || signature === 'UNKNOWN_PUBLISHER');
  return (
    <Section
      title={name}
      actions={
        server && (
          <LightButton
            kind="danger"
            aria-label={t('server.removeOf', { name })}
            onClick={() => store.askToRemove(source)}
          >
            {t('server.remove')}
          </LightButton>
        )
      }
    >
      {server && <ServerFacts server={server} />}
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          {say(problem.message, problem.said)}
        </p>
      )}
      {problem === null && packages.length + broken.length === 0 && (
        <p className={css['quiet']}>{t(server ? 'server.nothing' : 'source.nothing')}</p>
      )}
      {lacksKey && <p>{t('source.addPublisher')}</p>}
      {packages.length + broken.length > 0 && (
        <ul className={css['rights']} aria-label={t('source.packages', { name })}>
          {packages.map((one) => (
            <PackageRow key={one.file} store={store} source={name} one={one} />
          ))}
          {broken.map((one) => (
            <li key={one.file}>
              <strong>
                <bdi>{one.file}</bdi>
              </strong>
              <span className={css['bad']}>{say(one.message, one.said)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
});

function ServerFacts({ server: { address, keyId, stopped } }: { server: SourceServer }) {
  const t = useTexts();
  return (
    <>
      <p className={css['quiet']}>
        <bdi>{address}</bdi> · {t('source.key')} <code className={css['address']}>{keyId}</code>
      </p>
      {stopped.length > 0 && (
        <div role="alert" className={css['problem']}>
          <p>{t('server.stopped')}</p>
          <ul>
            {stopped.map(({ id, version, reason }) => (
              <li key={`${id} ${version}`}>
                <bdi>{`${id} ${version}`}</bdi> – <bdi>{reason}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const PackageRow = observer(function PackageRow({
  store,
  source,
  one,
}: {
  store: SourcesStore;
  source: string;
  one: SourcePackage;
}) {
  const t = useTexts();
  const { title, version, publisherId, bytes, signature, news, keyId, file } = one;
  return (
    <li>
      <span className={css['row']}>
        <strong>
          <bdi>{`${title} ${version}`}</bdi>
        </strong>
        <StatusPill tone={news === 'NEW' || news === 'NEWER' ? 'blue' : 'grey'}>{t(`source.${news}`)}</StatusPill>
        <StatusPill tone={tones[signature]}>{t(`source.${signature}`)}</StatusPill>
      </span>
      <span className={css['quiet']}>{t('source.by', { publisher: publisherId, size: formatBytes(bytes) })}</span>
      {keyId !== null && signature !== 'KNOWN' && (
        <span className={css['quiet']}>
          {t('source.key')} <code className={css['address']}>{keyId}</code>
        </span>
      )}
      {canImport(one) && (
        <span>
          <LightButton
            aria-label={t('source.importOf', { app: title, version })}
            loading={store.take.busy && store.importing === file}
            onClick={() => store.import(source, file)}
          >
            {t('source.import')}
          </LightButton>
        </span>
      )}
    </li>
  );
});
