import { observer } from 'mobx-react-lite';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { eventText } from '../deliveries/words.ts';
import { Rights } from '../Rights.tsx';
import type { AppDetail, AppStore, Consent } from './AppStore.ts';
import css from '../marketplace.module.css';

/** What somebody agrees to, in words, before anything of it runs. */
export default observer(function ConsentDrawer({
  store,
  app,
  consent,
}: {
  store: AppStore;
  app: AppDetail;
  consent: Consent;
}) {
  const t = useTexts();
  const { kind, version, scopes } = consent;
  const had = new Set(app.installed?.grants);
  const wishes = kind === 'grant' ? scopes.filter(({ scope }) => !had.has(scope)) : scopes;
  return (
    <SideDrawer
      title={t(kind === 'install' ? 'consent.install' : 'consent.grant', { app: app.title, version })}
      unsaved={false}
      size={520}
      onClose={() => store.dismiss()}
      footer={
        <div className={css['buttons']}>
          <LightButton onClick={() => store.dismiss()}>{t('common.cancel')}</LightButton>
          <LightButton kind="primary" loading={store.agree.busy} onClick={() => void store.agree.run(consent)}>
            {t(kind === 'install' ? 'consent.agree' : 'consent.agreeUpdate')}
          </LightButton>
        </div>
      }
    >
      <p>{t('consent.publisher', { publisher: app.publisher.name })}</p>
      <h3>{t(kind === 'grant' ? 'consent.more' : 'consent.rights')}</h3>
      <Rights wishes={wishes} label={t('consent.rights')} />
      <p className={css['quiet']}>{t('rights.limit')}</p>
      {app.backend !== null && <p>{t('consent.backend', { address: app.backend })}</p>}
      {app.told.length > 0 && (
        <>
          <h3>{t('consent.told')}</h3>
          <ul className={css['rights']} aria-label={t('consent.told')}>
            {app.told.map(({ event, reason }) => (
              <li key={event}>
                <strong>{eventText(t, event)}</strong>
                <span className={css['quiet']}>
                  <bdi>{reason}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('app.trust')}</h3>
      <p>{t(`tier.${app.tier}.text`)}</p>
      <p className={css['quiet']}>{t('consent.back')}</p>
      {store.agree.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.agree.problem}
        </p>
      )}
    </SideDrawer>
  );
});
