import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import { ErrorNotice, LightButton, StatusPill, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { LinkLogo } from './LinkLogo.tsx';
import { type LinkApp, LinkAppsStore } from './LinkAppsStore.ts';
import css from '../marketplace.module.css';

/** Other applications that the menu can open; nothing is drawn where none is offered. */
export default observer(function LinkApps() {
  const t = useTexts();
  const store = useStore((host) => new LinkAppsStore(host));
  const { answer, error, retry } = store.reading;
  if (error !== null) return <ErrorNotice subject={t('link.title')} error={error} onRetry={retry} />;
  if (answer === null || answer.length === 0) return null;
  return (
    <section>
      <h2>{t('link.title')}</h2>
      <p className={css['intro']}>{t('link.intro')}</p>
      <ul className={css['cards']} aria-label={t('link.title')}>
        {answer.map((app) => (
          <LinkCard key={app.id} store={store} app={app} />
        ))}
      </ul>
      {store.asked && <Consent store={store} app={store.asked} />}
    </section>
  );
});

const LinkCard = observer(function LinkCard({ store, app }: { store: LinkAppsStore; app: LinkApp }) {
  const t = useTexts();
  const { name, description, origin, enabled, moved, internalApp } = app;
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <h3 className={css['named']}>
          <LinkLogo logo={app.logo} />
          <bdi>{name}</bdi>
        </h3>
        {moved ? (
          <StatusPill tone="amber">{t('link.moved')}</StatusPill>
        ) : (
          enabled && <StatusPill tone="green">{t('link.enabled')}</StatusPill>
        )}
      </div>
      <p className={css['quiet']}>
        {t(internalApp ? 'link.internal' : 'link.external')} · <bdi>{origin}</bdi>
      </p>
      {description !== '' && (
        <p className={css['description']}>
          <bdi>{description}</bdi>
        </p>
      )}
      <div className={css['foot']}>
        {(!enabled || moved) && (
          <LightButton kind="primary" onClick={() => store.ask(app)}>
            {t(moved ? 'link.agreeAgain' : 'link.enable')}
          </LightButton>
        )}
        {enabled && !moved && app.asks.length > 0 && (
          <LightButton onClick={() => store.ask(app)}>{t('link.shares')}</LightButton>
        )}
        {enabled && (
          <LightButton loading={store.disable.busy} onClick={() => void store.disable.run(app)}>
            {t('link.disable')}
          </LightButton>
        )}
      </div>
    </li>
  );
});

const Consent = observer(function Consent({ store, app }: { store: LinkAppsStore; app: LinkApp }) {
  const t = useTexts();
  const { name, origin, asks, internalApp } = app;
  return (
    <SideDrawer
      title={t('link.consent', { app: name })}
      unsaved={false}
      size={520}
      onClose={() => store.dismiss()}
      footer={
        <div className={css['buttons']}>
          <LightButton onClick={() => store.dismiss()}>{t('common.cancel')}</LightButton>
          <LightButton kind="primary" loading={store.enable.busy} onClick={() => void store.enable.run(app)}>
            {t('link.agree')}
          </LightButton>
        </div>
      }
    >
      <p>{t(internalApp ? 'link.consent.internal' : 'link.consent.external')}</p>
      <dl className={css['facts']}>
        <dt>{t('link.opens')}</dt>
        <dd>
          <bdi>{origin}</bdi>
        </dd>
      </dl>
      <h3>{t('link.told')}</h3>
      <p>{t('link.told.always')}</p>
      {asks.map((share) => (
        <p key={share}>
          <Checkbox
            checked={store.shares.includes(share)}
            onChange={({ target }) => store.share(share, target.checked)}
          >
            {t(`link.share.${share}`)}
          </Checkbox>
        </p>
      ))}
      <p className={css['quiet']}>{t('link.consent.back')}</p>
      {store.enable.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.enable.problem}
        </p>
      )}
    </SideDrawer>
  );
});
