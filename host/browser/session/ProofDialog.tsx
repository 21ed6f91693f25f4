import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, Loading, messageOf, LinkButton } from '@sinter/sdk/ui';
import type { Browser } from '../browser.ts';
import { useHostTexts } from '../useHostTexts.ts';
import { Dialog, DialogActions } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { ProofFormStore } from './ProofFormStore.ts';
import './sessionTexts.ts';
import css from './signIn.module.css';

/** “Confirm that it is you”, above whatever is open. */
const ProofDialog = observer(function ProofDialog({ browser }: { browser: Browser }) {
  const t = useHostTexts();
  const [form] = useState(() => new ProofFormStore(browser));
  useEffect(() => form.start(), [form]);
  const { methods, method, problem, busy } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (methods) void form.submit();
    else form.retry();
  };
  const message =
    problem === null
      ? undefined
      : typeof problem === 'string'
        ? t(`proof.${problem}.${method}`)
        : messageOf(problem.error);
  const cancel = () => browser.proof.answer(false);
  if (methods?.length === 0) {
    return (
      <Dialog title={t('proof.title')} onCancel={cancel}>
        <p>{t('proof.again')}</p>
        <DialogActions>
          <LightButton onClick={cancel}>{t('proof.cancel')}</LightButton>
          <LightButton kind="primary" onClick={() => window.location.assign('/logout')}>
            {t('proof.signIn')}
          </LightButton>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('proof.title')} onCancel={cancel}>
      <form className={css['form']} onSubmit={submit} noValidate>
        <p className={css['text']}>{t('proof.text')}</p>
        {!methods && problem === null && <Loading />}
        {methods && method !== 'PASSKEY' && (
          <Field
            key={method}
            label={t(`proof.${method}`)}
            value={form.value}
            onChange={form.change}
            problem={message}
            disabled={busy}
            autoFocus
            large={false}
            type={method === 'PASSWORD' ? 'password' : 'text'}
            autoComplete={method === 'PASSWORD' ? 'current-password' : 'one-time-code'}
            inputMode={method === 'TOTP' ? 'numeric' : 'text'}
          />
        )}
        {methods && method === 'PASSKEY' && <p className={css['text']}>{t('proof.PASSKEY.text')}</p>}
        {(!methods || method === 'PASSKEY') && message && (
          <div className={css['error']} role="alert">
            {message}
          </div>
        )}
        {methods && methods.length > 1 && (
          <div className={css['other']}>
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <LinkButton key={other} onClick={() => form.choose(other)}>
                  {t(`proof.other.${other}`)}
                </LinkButton>
              ))}
          </div>
        )}
        <DialogActions>
          <LightButton onClick={cancel}>{t('proof.cancel')}</LightButton>
          <LightButton kind="primary" type="submit" loading={busy}>
            {methods ? t(method === 'PASSKEY' ? 'proof.usePasskey' : 'proof.confirm') : t('retry', { ns: 'ui' })}
          </LightButton>
        </DialogActions>
      </form>
    </Dialog>
  );
});
export default ProofDialog;
