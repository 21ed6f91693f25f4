import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newPasswordSchema, register } from '@sinter/sdk/contract/host/account';
import { currentLanguage } from '@sinter/sdk/i18n';
import { LightButton } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { Field } from '#host/browser/session/Field.tsx';
import { NewPasswordField } from '#host/browser/session/NewPasswordField.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { Place } from '../Place.ts';
import { PublicLink } from '../PublicLink.tsx';
import { ResendButton, VerifyNote } from '../ResendButton.tsx';
import { SplitPage } from '../SplitPage.tsx';
import { VerifyStore } from '../VerifyStore.ts';
import css from '../signIn.module.css';
import { emailField } from './emailField.ts';
import { FormStore } from './FormStore.ts';
import { Outcome } from './Outcome.tsx';
import { bind, PublicForm } from './PublicForm.tsx';

/** `/register`: an engineer's account. What it answers says nothing about whether the address is known. */
export const Register = observer(function Register({ browser, place }: { browser: Browser; place: Place }) {
  const t = useHostTexts();
  const [sent, setSent] = useState<{ to: string; again: VerifyStore } | null>(null);
  const [form] = useState(() => {
    const line = (token: string, longest: number) => z.string().trim().min(1, t(token)).max(longest);
    return new FormStore({
      initial: { firstName: '', lastName: '', email: '', companyName: '', password: '' },
      schema: z.object({
        firstName: line('person.firstName.required', 100),
        lastName: line('person.lastName.required', 100),
        email: emailField(t),
        companyName: line('person.company.required', 200),
        password: newPasswordSchema,
      }),
      submit: async (values) => {
        const body = { ...values, language: currentLanguage() };
        const send = () => browser.api.call(register, { body });
        await send();
        setSent({ to: values.email, again: new VerifyStore({ send }) });
      },
    });
  });
  useEffect(() => sent?.again.stop, [sent]);
  return (
    <SplitPage title={t('register.title')}>
      {sent === null ? (
        <PublicForm form={form} submit={t('register.submit')}>
          <div className={css['pair']}>
            <Field
              {...bind(form, 'firstName')}
              label={t('person.firstName')}
              autoComplete="given-name"
              maxLength={100}
              autoFocus
            />
            <Field
              {...bind(form, 'lastName')}
              label={t('person.lastName')}
              autoComplete="family-name"
              maxLength={100}
            />
          </div>
          <Field {...bind(form, 'email')} label={t('person.email')} type="email" autoComplete="username" />
          <Field
            {...bind(form, 'companyName')}
            label={t('person.company')}
            autoComplete="organization"
            maxLength={200}
          />
          <NewPasswordField {...bind(form, 'password')} label={t('signIn.password')} />
        </PublicForm>
      ) : (
        <Outcome kind="success" headline={t('register.done')}>
          <p>{t('register.sent', { email: sent.to })}</p>
          <p>{t('register.resend')}</p>
          <VerifyNote told={sent.again.told} />
          <div className={css['buttons']}>
            <ResendButton store={sent.again} />
            <LightButton onClick={() => setSent(null)}>{t('register.correct')}</LightButton>
          </div>
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
