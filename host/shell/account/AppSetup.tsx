import { useState } from 'react';
import type { FormEvent } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton } from '@sinter/sdk/ui';
import { Dialog, DialogActions } from '#host/browser/session/Dialog.tsx';
import { Field } from '#host/browser/session/Field.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { FactorsStore } from './FactorsStore.ts';
import css from './account.module.css';

interface AppSetupProps {
  store: FactorsStore;
  app: NonNullable<FactorsStore['app']>;
}

/** The authenticator app: scan or type the secret, then prove it with a code. */
export const AppSetup = observer(function AppSetup({ store, app }: AppSetupProps) {
  const t = useHostTexts();
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim().length < 6) setEmpty(true);
    else void store.confirming.run(code);
  };
  const groups = app.secret.match(/.{1,4}/g)?.join(' ') ?? app.secret;
  return (
    <Dialog title={t('factors.app.setUp.title')} onCancel={store.stopApp}>
      <form className={css['stack']} onSubmit={submit} noValidate>
        <p>{t('factors.app.scan')}</p>
        <img className={css['qr']} src={app.picture} alt={t('factors.app.qr')} width="190" height="190" />
        <p className={css['note']}>
          {t('factors.app.manual')} <code className={css['secret']}>{groups}</code>
        </p>
        <Field
          label={t('factors.app.code')}
          value={code}
          onChange={(value) => {
            setCode(value);
            setEmpty(false);
          }}
          problem={empty ? t('factors.app.code.required') : (store.appProblem ?? undefined)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          large={false}
          autoFocus
        />
        <DialogActions>
          <LightButton onClick={store.stopApp}>{t('account.cancel')}</LightButton>
          <LightButton kind="primary" type="submit" loading={store.confirming.busy}>
            {t('factors.app.confirm')}
          </LightButton>
        </DialogActions>
      </form>
    </Dialog>
  );
});
