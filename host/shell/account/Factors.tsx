import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import { ConfirmDialog, ErrorNotice, LightButton, Loading, StatusPill } from '@sinter/sdk/ui';
import { passkeysWork } from '#host/browser/session/passkeySupport.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { AppSetup } from './AppSetup.tsx';
import type { FactorsStore } from './FactorsStore.ts';
import { PasskeyName } from './PasskeyName.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import css from './account.module.css';

type Removal = { kind: 'app' } | { kind: 'passkey'; id: string; name: string } | { kind: 'codes' };

/** Authenticator app, passkeys and recovery codes: what is set up, and changing it. */
export const Factors = observer(function Factors({ store }: { store: FactorsStore }) {
  const t = useHostTexts();
  const [asked, setAsked] = useState<Removal | null>(null);
  const [naming, setNaming] = useState(false);
  const { factors, busy } = store;
  const { error, retry } = store.question;
  if (error !== null) return <ErrorNotice subject={t('factors.title')} error={error} onRetry={retry} />;
  if (!factors) return <Loading />;
  const canAdd = factors.passkeysPossible && passkeysWork();
  const answer = (yes: boolean) => {
    setAsked(null);
    if (!yes || !asked) return;
    if (asked.kind === 'app') void store.removeApp();
    else if (asked.kind === 'passkey') void store.removePasskey(asked.id);
    else void store.renewCodes();
  };
  return (
    <>
      <div className={css['row']}>
        <div className={css['what']}>
          <h3>{t('factors.app')}</h3>
          <p>
            {factors.totpSince === null
              ? t('factors.app.text')
              : t('factors.since', { date: formatDate(factors.totpSince) })}
          </p>
        </div>
        {factors.totpSince !== null && <StatusPill tone="green">{t('factors.on')}</StatusPill>}
        {factors.totpSince === null ? (
          <LightButton loading={busy === 'app'} onClick={() => void store.startApp()}>
            {t('factors.app.setUp')}
          </LightButton>
        ) : (
          <LightButton loading={busy === 'remove-app'} onClick={() => setAsked({ kind: 'app' })}>
            {t('factors.remove')}
          </LightButton>
        )}
      </div>
      <div className={css['row']}>
        <div className={css['what']}>
          <h3>{t('factors.passkeys')}</h3>
          <p>{canAdd ? t('factors.passkeys.text') : t('factors.passkeys.impossible')}</p>
        </div>
        {canAdd && (
          <LightButton loading={busy === 'passkey'} onClick={() => setNaming(true)}>
            {t('factors.passkeys.add')}
          </LightButton>
        )}
      </div>
      {factors.passkeys.length > 0 && (
        <ul className={css['list']} aria-label={t('factors.passkeys')}>
          {factors.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id}>
              <div className={css['what']}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <p>
                  {t('factors.since', { date: formatDate(createdAt) })}
                  {' · '}
                  {lastUsedAt ? t('factors.used', { date: formatDate(lastUsedAt) }) : t('factors.unused')}
                </p>
              </div>
              <LightButton
                aria-label={t('factors.remove.named', { name })}
                loading={busy === id}
                onClick={() => setAsked({ kind: 'passkey', id, name })}
              >
                {t('factors.remove')}
              </LightButton>
            </li>
          ))}
        </ul>
      )}
      {store.any && (
        <div className={css['row']}>
          <div className={css['what']}>
            <h3>{t('factors.codes')}</h3>
            <p>{t('factors.codes.left', { count: factors.recoveryCodesLeft })}</p>
          </div>
          <LightButton loading={busy === 'codes'} onClick={() => setAsked({ kind: 'codes' })}>
            {t('factors.codes.renew')}
          </LightButton>
        </div>
      )}
      {store.app && <AppSetup store={store} app={store.app} />}
      {naming && (
        <PasskeyName
          onCancel={() => setNaming(false)}
          onNamed={(name) => {
            setNaming(false);
            void store.addPasskey(name);
          }}
        />
      )}
      {store.codes && <RecoveryCodes codes={store.codes} onKept={store.codesKept} />}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={asked ? t(`factors.ask.${asked.kind}.title`) : ''}
        yes={t(asked?.kind === 'codes' ? 'factors.codes.renew' : 'factors.remove')}
        no={t('account.cancel')}
        onAnswer={answer}
      >
        {asked && t(`factors.ask.${asked.kind}`, { name: asked.kind === 'passkey' ? asked.name : '' })}
      </ConfirmDialog>
    </>
  );
});
