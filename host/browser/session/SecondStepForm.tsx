import { useState } from 'react';
import type { FormEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { LightButton, messageOf, LinkButton } from '@sinter/sdk/ui';
import type { Browser } from '../browser.ts';
import { useHostTexts } from '../useHostTexts.ts';
import { Field } from './Field.tsx';
import { SecondStepStore } from './SecondStepStore.ts';
import type { SecondStep } from './SignInStore.ts';
import './sessionTexts.ts';
import css from './signIn.module.css';

interface SecondStepFormProps {
  browser: Browser;
  step: SecondStep;
  onSignedIn: (user: SessionUser) => void;
  onBack: (reason?: string) => void;
}

/** After the password: the second factor. */
const SecondStepForm = observer(function SecondStepForm({ browser, step, onSignedIn, onBack }: SecondStepFormProps) {
  const t = useHostTexts();
  const { api, session } = browser;
  const expired = () => onBack(t('secondStep.expired'));
  const [form] = useState(() => new SecondStepStore({ api, session, step, onSignedIn, onExpired: expired }));
  const { method, methods, problem, busy } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const message =
    problem === null
      ? undefined
      : typeof problem === 'string'
        ? t(`secondStep.${problem}.${method}`)
        : messageOf(problem.error);
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <p className={css['text']}>{t(`secondStep.text.${method}`)}</p>
      {method === 'PASSKEY' ? (
        message && (
          <div className={css['error']} role="alert">
            {message}
          </div>
        )
      ) : (
        <Field
          key={method}
          label={t(`secondStep.${method}`)}
          value={form.code}
          onChange={form.change}
          problem={message}
          disabled={busy}
          autoFocus
          autoComplete={method === 'TOTP' ? 'one-time-code' : 'off'}
          inputMode={method === 'TOTP' ? 'numeric' : 'text'}
          maxLength={40}
        />
      )}
      <LightButton kind="primary" size="large" type="submit" loading={busy}>
        {t(method === 'PASSKEY' ? 'secondStep.usePasskey' : 'secondStep.confirm')}
      </LightButton>
      <div className={css['other']}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <LinkButton key={other} onClick={() => form.choose(other)}>
              {t(`secondStep.other.${other}`)}
            </LinkButton>
          ))}
        <LinkButton onClick={() => onBack()}>{t('secondStep.back')}</LinkButton>
      </div>
    </form>
  );
});
export default SecondStepForm;
