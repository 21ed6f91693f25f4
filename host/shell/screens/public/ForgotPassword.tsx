import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { forgotPassword } from '@sinter/sdk/contract/host/account';
import { LightButton, messageOf } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { Field } from '#host/browser/session/Field.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { Place } from '../Place.ts';
import { PublicLink } from '../PublicLink.tsx';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { emailField } from './emailField.ts';
import { FormStore } from './FormStore.ts';
import { Outcome } from './Outcome.tsx';
import { bind, PublicForm } from './PublicForm.tsx';

type Answer = { email: string } | { error: unknown };

/** `/forgot-password`: mails a link. The answer says nothing about whether the address is known. */
export const ForgotPassword = observer(function ForgotPassword({ browser, place }: { browser: Browser; place: Place }) {
  const t = useHostTexts();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [form] = useState(
    () =>
      new FormStore({
        initial: { email: '' },
        schema: z.object({ email: emailField(t) }),
        submit: ({ email }) =>
          browser.api.call(forgotPassword, { body: { email } }).then(
            () => setAnswer({ email }),
            (error: unknown) => setAnswer({ error }),
          ),
      }),
  );
  return (
    <SplitPage title={t('forgot.title')}>
      {answer === null ? (
        <PublicForm form={form} submit={t('forgot.submit')}>
          <p>{t('forgot.text')}</p>
          <Field {...bind(form, 'email')} label={t('forgot.email')} type="email" autoComplete="email" autoFocus />
        </PublicForm>
      ) : 'email' in answer ? (
        <Outcome kind="success" headline={t('forgot.success')}>
          <p>{t('forgot.sent', { email: answer.email })}</p>
          <LightButton onClick={() => setAnswer(null)}>{t('forgot.again')}</LightButton>
        </Outcome>
      ) : (
        <Outcome kind="danger" headline={t('forgot.error')}>
          <p>{messageOf(answer.error)}</p>
          <LightButton onClick={() => setAnswer(null)}>{t('retry', { ns: 'ui' })}</LightButton>
        </Outcome>
      )}
      <p className={css['below']}>
        {t('public.user')}{' '}
        <PublicLink place={place} to="/custom-login">
          {t('public.signIn')}
        </PublicLink>
      </p>
    </SplitPage>
  );
});
