import { lazy, Suspense, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, Loading } from '@sinter/sdk/ui';
import type { Browser } from '../browser.ts';
import { Field } from './Field.tsx';
import { SignInStore } from './SignInStore.ts';
import type { SignInOutcome } from './SignInStore.ts';
import { useHostTexts } from '../useHostTexts.ts';
import css from './signIn.module.css';

const SecondStepForm = lazy(() => import('./SecondStepForm.tsx'));

interface SignInFormProps extends SignInOutcome {
  browser: Browser;
  /** More ways in, under the password. */
  children?: (form: SignInStore) => ReactNode;
}

/** E-mail (or user name) and password, and the second factor where one is set up. For both hosts. */
export const SignInForm = observer(function SignInForm({ browser, children, ...outcome }: SignInFormProps) {
  const t = useHostTexts();
  const { api, session } = browser;
  const [form] = useState(() => new SignInStore(api, session, outcome));
  if (form.step) {
    return (
      <Suspense fallback={<Loading />}>
        <SecondStepForm browser={browser} step={form.step} onSignedIn={outcome.onSignedIn} onBack={form.back} />
      </Suspense>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  const field = (name: 'email' | 'password') => ({
    label: t(`signIn.${name}`),
    value: form[name],
    disabled: form.busy,
    onChange: (value: string) => form.change(name, value),
    onBlur: () => form.leave(name),
    problem: form.lacks(name) ? t(`signIn.${name}.required`) : undefined,
  });
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <Field {...field('email')} type="email" autoComplete="username" autoFocus />
      <Field {...field('password')} type="password" autoComplete="current-password" />
      {form.refused !== null && (
        <p className={css['refused']} role="alert">
          {form.refused || t('signIn.refused.text')}
        </p>
      )}
      <LightButton kind="primary" size="large" type="submit" loading={form.busy}>
        {t('signIn.submit')}
      </LightButton>
      {children?.(form)}
    </form>
  );
});
