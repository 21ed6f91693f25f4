import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newPasswordSchema, resetPassword } from '@sinter/sdk/contract/host/account';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Browser } from '#host/browser/browser.ts';
import { NewPasswordField } from '#host/browser/session/NewPasswordField.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { FormStore } from './FormStore.ts';
import { Outcome } from './Outcome.tsx';
import { bind, PublicForm } from './PublicForm.tsx';

/** `/reset-password/:token`: sets a new password and ends every session of the user. */
export const ResetPassword = observer(function ResetPassword({
  browser,
  secret,
}: {
  browser: Browser;
  secret: string;
}) {
  const t = useHostTexts();
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  const [form] = useState(
    () =>
      new FormStore({
        initial: { password: '' },
        schema: z.object({ password: newPasswordSchema }),
        submit: async (body) => {
          try {
            await browser.api.call(resetPassword, { params: { token: secret }, body });
            setOutcome('done');
          } catch (error) {
            if (!linkOver(error)) throw error;
            setOutcome('expired');
          }
        },
      }),
  );
  return (
    <SplitPage title={t('reset.title')}>
      {outcome === 'done' && (
        <Outcome kind="success" headline={t('public.success')}>
          <p>{t('reset.done')}</p>
          {/* A new page: what this one knew of a session has ended. */}
          <a className={css['primaryLink']} href="/custom-login">
            {t('public.signIn')}
          </a>
        </Outcome>
      )}
      {outcome === 'expired' && (
        <Outcome kind="danger" headline={t('public.expired')}>
          <p>{t('reset.expired')}</p>
          <a className={css['primaryLink']} href="/forgot-password">
            {t('reset.again')}
          </a>
        </Outcome>
      )}
      {outcome === null && (
        <PublicForm form={form} submit={t('reset.submit')}>
          <p>{t('reset.text')}</p>
          <NewPasswordField {...bind(form, 'password')} label={t('reset.password')} autoFocus />
        </PublicForm>
      )}
    </SplitPage>
  );
});

/** The link has run out, was used, or was never one. */
export const linkOver = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'LINK_EXPIRED' ||
    (error.code === 'INVALID_INPUT' && ('token' in error.fields || 'hash' in error.fields)));
