import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { SessionStore } from '@sinter/sdk/auth';
import { LightButton, LightInput } from '@sinter/sdk/ui';
import { SignInStore } from './SignInStore.ts';
import type { SignInOutcome } from './SignInStore.ts';
import { useHostTexts } from '../useHostTexts.ts';
import css from './signIn.module.css';

/** E-mail (or user name) and password, for both hosts. */
export const SignInForm = observer(function SignInForm({
  session,
  ...outcome
}: { session: SessionStore } & SignInOutcome) {
  const t = useHostTexts();
  const id = useId();
  const [form] = useState(() => new SignInStore(session, outcome));
  const [visible, setVisible] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const field = (name: 'email' | 'password') => ({
    id: `${id}-${name}`,
    value: form[name],
    disabled: form.busy,
    size: 'large' as const,
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
    onBlur: () => form.leave(name),
    invalid: form.lacks(name),
    'aria-required': true,
    'aria-describedby': form.lacks(name) ? `${id}-${name}-error` : undefined,
  });
  const error = (name: 'email' | 'password') =>
    form.lacks(name) && (
      <div id={`${id}-${name}-error`} className={css['error']} role="alert">
        {t(`signIn.${name}.required`)}
      </div>
    );
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <div>
        <label htmlFor={`${id}-email`}>{t('signIn.email')}</label>
        <LightInput {...field('email')} type="email" autoComplete="username" autoFocus />
        {error('email')}
      </div>
      <div>
        <label htmlFor={`${id}-password`}>{t('signIn.password')}</label>
        <div className={css['password']}>
          <LightInput {...field('password')} type={visible ? 'text' : 'password'} autoComplete="current-password" />
          <button
            type="button"
            aria-pressed={visible}
            aria-label={t(visible ? 'signIn.hide' : 'signIn.show')}
            onClick={() => setVisible(!visible)}
          >
            <Eye open={visible} />
          </button>
        </div>
        {error('password')}
      </div>
      <LightButton kind="primary" size="large" type="submit" loading={form.busy}>
        {t('signIn.submit')}
      </LightButton>
    </form>
  );
});

function Eye({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!open && <path d="m4 20 16-16" />}
    </svg>
  );
}
