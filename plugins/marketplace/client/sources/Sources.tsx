import { observer } from 'mobx-react-lite';
import { formatBytes } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { EmptyState, ErrorNotice, LightButton, Loading, Section, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { canImport, type Source, type SourcePackage, SourcesStore } from './SourcesStore.ts';
import css from '../marketplace.module.css';

const tones = {
  KNOWN: 'green',
  UNSIGNED: 'grey',
  UNKNOWN_PUBLISHER: 'amber',
  UNKNOWN_KEY: 'amber',
  REFUSED: 'red',
} as const;

/** Packages that the operator has put into folders of the server: where there is no network, this is the marketplace. */
export default observer(function Sources() {
  const t = useTexts();
  const store = useStore((host) => new SourcesStore(host));
  const { answer, error, retry } = store.reading;
  return (
    <>
      {error !== null && <ErrorNotice subject={t('review.sources')} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.length === 0 && <EmptyState title={t('source.empty')} text={t('source.empty.text')} />}
      {answer !== null && answer.length > 0 && (
        <div className={css['filters']}>
          <LightButton onClick={() => store.reading.refresh()}>{t('source.refresh')}</LightButton>
        </div>
      )}
      {answer?.map((source) => (
        <SourceSection key={source.name} store={store} source={source} />
      ))}
    </>
  );
});

const SourceSection = observer(function SourceSection({ store, source }: { store: SourcesStore; source: Source }) {
  const t = useTexts();
  const { name, problem, packages, broken } = source;
  const lacksKey = packages.some(({ signature }) => signature === 'UNKNOWN_KEY' || signature === 'UNKNOWN_PUBLISHER');
  return (
    <Section title={name}>
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          {say(problem.message, problem.said)}
        </p>
      )}
      {problem === null && packages.length + broken.length === 0 && (
        <p className={css['quiet']}>{t('source.nothing')}</p>
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
