import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { say } from '@sinter/sdk/i18n/said';
import { formatBytes, formatDate } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Link, Loading, Page, Section, useParams, useStore, useTexts } from '@sinter/sdk/ui';
import { eventText } from '../deliveries/words.ts';
import { Figures } from '../Figures.tsx';
import { AppState } from '../list/MarketplacePage.tsx';
import { marketplacePath } from '../paths.ts';
import { Rights } from '../Rights.tsx';
import { TierPill } from '../Tier.tsx';
import { AppStore, type AppDetail } from './AppStore.ts';
import { Change } from '../Change.tsx';
import css from '../marketplace.module.css';

const ConsentDrawer = lazy(() => import('./ConsentDrawer.tsx'));
const Deliveries = lazy(() => import('../deliveries/Deliveries.tsx'));
const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'));

export default function AppPage() {
  const { id = '' } = useParams();
  return <AppRoom key={id} id={id} />;
}

const AppRoom = observer(function AppRoom({ id }: { id: string }) {
  const t = useTexts();
  const store = useStore((host) => new AppStore(host, id));
  const { answer: app, error, retry } = store.reading;
  const market = { text: t('page.marketplace'), to: marketplacePath };
  const title = app?.title ?? market.text;
  if (!app)
    return (
      <Page title={title} breadcrumbs={[market]}>
        {error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />}
      </Page>
    );
  return (
    <Page
      title={title}
      breadcrumbs={[market, { text: title }]}
      width="normal"
      extra={<AppState app={app} />}
      actions={<Actions store={store} app={app} />}
    >
      <Problem app={app} />
      <Next store={store} app={app} />
      <Section>
        {app.description !== null && (
          <p>
            <bdi>{app.description}</bdi>
          </p>
        )}
        <Facts app={app} />
      </Section>
      <Section title={t('rights.title')}>
        <p className={css['quiet']}>{t('rights.limit')}</p>
        <Rights wishes={app.scopes} label={t('rights.title')} />
        <p className={css['quiet']}>{t(`tier.${app.tier}.text`)}</p>
      </Section>
      <Versions app={app} />
      {store.figures.answer && <Figures {...store.figures.answer} />}
      <Suspense fallback={null}>
        {app.installed !== null && <Deliveries id={app.id} />}
        {store.consent && <ConsentDrawer store={store} app={app} consent={store.consent} />}
        {store.removing && <RemoveDialog store={store} app={app} />}
      </Suspense>
    </Page>
  );
});

interface AppProps {
  store: AppStore;
  app: AppDetail;
}

const Actions = observer(function Actions({ store, app }: AppProps) {
  const t = useTexts();
  const { installed } = app;
  const { busy } = store;
  if (installed === null)
    return (
      <LightButton kind="primary" disabled={app.obstacle !== null} onClick={() => store.askToInstall(app)}>
        {t('action.install')}
      </LightButton>
    );
  const { pinned, previousVersion, enabled } = installed;
  return (
    <>
      {app.hasSettings && enabled && <Link to={`/apps/${app.id}/settings`}>{t('action.settings')}</Link>}
      {previousVersion !== null && (
        <LightButton disabled={busy} loading={store.rollBack.busy} onClick={() => void store.rollBack.run()}>
          {t('action.rollBack', { version: previousVersion })}
        </LightButton>
      )}
      <LightButton disabled={busy} loading={store.pin.busy} onClick={() => void store.pin.run(!pinned)}>
        {t(pinned ? 'action.unpin' : 'action.pin')}
      </LightButton>
      <LightButton kind="danger" disabled={busy} onClick={() => store.askToRemove(true)}>
        {t('action.remove')}
      </LightButton>
    </>
  );
});

function Problem({ app: { installed, obstacle } }: { app: AppDetail }) {
  const problem = installed === null ? obstacle : installed.problem;
  if (problem === null) return null;
  return (
    <p role="alert" className={css['problem']}>
      {say(problem.message, problem.said)}
    </p>
  );
}

/** The version that the facility may go on to, and what it changes. */
const Next = observer(function Next({ store, app }: AppProps) {
  const t = useTexts();
  const { installed } = app;
  const version = installed?.waiting?.version ?? installed?.update ?? null;
  if (installed === null || version === null) return null;
  const changes = app.versions.find((one) => one.version === version)?.changes ?? '';
  return (
    <section className={css['next']} aria-label={t('next.title', { version })}>
      <h2>{t('next.title', { version })}</h2>
      {changes !== '' && (
        <p className={css['changes']}>
          <bdi>{changes}</bdi>
        </p>
      )}
      {store.difference.answer && <Change difference={store.difference.answer} />}
      {installed.waiting === null ? (
        <LightButton kind="primary" loading={store.upgrade.busy} onClick={() => void store.upgrade.run(version)}>
          {t('action.update', { version })}
        </LightButton>
      ) : (
        <>
          <p>{t('next.asksMore', { version: installed.version })}</p>
          <LightButton kind="primary" onClick={() => store.askToGrant()}>
            {t('action.decide')}
          </LightButton>
        </>
      )}
    </section>
  );
});

function Facts({ app }: { app: AppDetail }) {
  const t = useTexts();
  const { publisher, license, version, installed, pages, slots, backend, events, tier } = app;
  const heard = [...new Set([...events.subscribes, ...events.publishes, ...app.told.map(({ event }) => event)])];
  return (
    <dl className={css['facts']}>
      <dt>{t('app.publisher')}</dt>
      <dd>
        <bdi>{publisher.name}</bdi>
      </dd>
      <dt>{t('app.version')}</dt>
      <dd>
        {installed === null
          ? version
          : t(installed.pinned ? 'app.installedPinned' : 'app.installedVersion', { version: installed.version })}
      </dd>
      <dt>{t('app.trust')}</dt>
      <dd>
        <TierPill tier={tier} />
      </dd>
      {license !== null && (
        <>
          <dt>{t('app.license')}</dt>
          <dd>
            <bdi>{license}</bdi>
          </dd>
        </>
      )}
      {pages.length > 0 && (
        <>
          <dt>{t('app.pages')}</dt>
          <dd>
            {pages.map(({ path, title }) => (
              <span key={path} className={css['item']}>
                {installed?.enabled === true && !path.includes(':') ? <Link to={path}>{title}</Link> : title}
              </span>
            ))}
          </dd>
        </>
      )}
      {slots.length > 0 && (
        <>
          <dt>{t('app.slots')}</dt>
          <dd>
            {slots.map((slot) => (
              <span key={slot} className={css['item']}>
                {t(`slot.${slot}`) || slot}
              </span>
            ))}
          </dd>
        </>
      )}
      {backend !== null && (
        <>
          <dt>{t('app.backend')}</dt>
          <dd>
            <bdi>{backend}</bdi>
          </dd>
        </>
      )}
      {heard.length > 0 && (
        <>
          <dt>{t('app.events')}</dt>
          <dd>
            <bdi>{heard.map((type) => eventText(t, type)).join(', ')}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}

function Versions({ app }: { app: AppDetail }) {
  const t = useTexts();
  // One that is installed runs on when it is offered no more.
  if (app.versions.length === 0) return null;
  return (
    <Section title={t('versions.title')}>
      <ol className={css['versions']}>
        {app.versions.map(({ version, publishedAt, changes, bytes }) => (
          <li key={version}>
            <strong>{version}</strong>
            <span className={css['quiet']}>
              {t('versions.facts', { date: formatDate(publishedAt), size: formatBytes(bytes) })}
            </span>
            {changes !== '' && (
              <p className={css['changes']}>
                <bdi>{changes}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
