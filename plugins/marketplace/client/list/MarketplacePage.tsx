import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  SearchInput,
  StatusPill,
  useOpens,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { FilterTabs } from '@sinter/sdk/ui/lists';
import { TierPill } from '../Tier.tsx';
import { appPath, reviewPath } from '../paths.ts';
import { MarketplaceStore, views, type App } from './MarketplaceStore.ts';
import css from '../marketplace.module.css';

const LinkApps = lazy(() => import('../links/LinkApps.tsx'));

/** What vendors offer, and what of it this facility has. */
export default observer(function MarketplacePage() {
  const t = useTexts();
  const opens = useOpens();
  const store = useStore((host) => new MarketplaceStore(host));
  const { answer, error, retry } = store.reading;
  const title = t('page.marketplace');
  return (
    <Page title={title} actions={opens(reviewPath) && <Link to={reviewPath}>{t('page.review')}</Link>}>
      <p className={css['intro']}>{t('market.intro')}</p>
      {error !== null && <ErrorNotice subject={title} error={error} onRetry={retry} />}
      {answer === null && error === null && <Loading />}
      {answer?.length === 0 && <EmptyState title={t('market.empty')} text={t('market.empty.text')} />}
      {answer !== null && answer.length > 0 && (
        <>
          <div className={css['filters']}>
            <FilterTabs
              label={t('market.show')}
              tabs={views.map((id) => ({ id, label: t(`market.${id}`), count: store.countOf(id) }))}
              chosen={store.view}
              onChoose={(view) => store.show(view)}
            />
            <div className={css['search']}>
              <SearchInput
                label={t('market.search')}
                placeholder={t('market.search')}
                initial={store.search}
                onSearch={(text) => store.find(text)}
              />
            </div>
          </div>
          {store.shown.length === 0 ? (
            <EmptyState
              title={t('market.nothing')}
              text={t('market.nothing.text')}
              actions={<LightButton onClick={() => store.showAll()}>{t('market.nothing.all')}</LightButton>}
            />
          ) : (
            <ul className={css['cards']} aria-label={title}>
              {store.shown.map((app) => (
                <AppCard key={app.id} app={app} />
              ))}
            </ul>
          )}
        </>
      )}
      {answer !== null && (
        <Suspense fallback={null}>
          <LinkApps />
        </Suspense>
      )}
    </Page>
  );
});

function AppCard({ app }: { app: App }) {
  const t = useTexts();
  const { id, title, description, publisher, version, tier, installed } = app;
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <h2>
          <Link to={appPath(id)}>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <AppState app={app} />
      </div>
      <p className={css['quiet']}>
        {t('app.by', { publisher: publisher.name, version: installed?.version ?? version })}
      </p>
      {description !== null && (
        <p className={css['description']}>
          <bdi>{description}</bdi>
        </p>
      )}
      <div className={css['foot']}>
        <TierPill tier={tier} />
      </div>
    </li>
  );
}

/** The one thing to know of it first. */
export function AppState({ app: { installed, obstacle } }: { app: Pick<App, 'installed' | 'obstacle'> }) {
  const t = useTexts();
  if (installed === null) return obstacle && <StatusPill tone="grey">{t('state.unavailable')}</StatusPill>;
  if (installed.problem !== null) return <StatusPill tone="red">{t('state.problem')}</StatusPill>;
  if (installed.waiting !== null) return <StatusPill tone="amber">{t('state.waiting')}</StatusPill>;
  if (installed.update !== null) return <StatusPill tone="blue">{t('state.update')}</StatusPill>;
  return installed.enabled ? (
    <StatusPill tone="green">{t('state.installed')}</StatusPill>
  ) : (
    <StatusPill tone="grey">{t('state.off')}</StatusPill>
  );
}
