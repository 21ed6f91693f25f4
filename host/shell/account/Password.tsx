import { Checkbox } from 'antd';
import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newPasswordSchema } from '@sinter/sdk/contract/host/account';
import { CallError } from '@sinter/sdk/contract/errors';
import { LightButton, messageOf, Section, toast } from '@sinter/sdk/ui';
import { NewPasswordField } from '#host/browser/session/NewPasswordField.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { FormStore } from '../screens/public/FormStore.ts';
import { bind } from '../screens/public/PublicForm.tsx';
import type { ProfileStore } from './ProfileStore.ts';
import css from './account.module.css';

/** A new password; the host asks for a proof of identity when there is none. */
export const Password = observer(function Password({
  store,
  onChanged,
}: {
  store: ProfileStore;
  onChanged: () => void;
}) {
  const t = useHostTexts();
  const keys = store.question.answer?.apiKeys ?? 0;
  const [form] = useState(() => {
    const made: FormStore<{ password: string }, { password: string }> = new FormStore({
      initial: { password: '' },
      schema: z.object({ password: newPasswordSchema }),
      submit: async ({ password }) => {
        try {
          await store.changePassword(password);
        } catch (error) {
          if (error instanceof CallError && error.code === 'REAUTHENTICATE') return;
          throw error;
        }
        made.clear();
        toast.success(t('profile.password.changed'));
        onChanged();
      },
    });
    return made;
  });
  return (
    <Section title={t('profile.password')}>
      <form
        className={css['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className={css['note']}>{t('profile.password.text')}</p>
        {form.failure !== null && (
          <p className={css['failure']} role="alert">
            {messageOf(form.failure)}
          </p>
        )}
        <div className={css['half']}>
          <NewPasswordField {...bind(form, 'password')} label={t('reset.password')} large={false} />
        </div>
        {keys > 0 && (
          <>
            <p className={css['note']}>{t('profile.password.keys', { keys })}</p>
            <Checkbox checked={store.keepKeys} onChange={(event) => store.setKeepKeys(event.target.checked)}>
              {t('profile.password.keepKeys', { keys })}
            </Checkbox>
          </>
        )}
        <div className={css['buttons']}>
          <LightButton type="submit" loading={form.busy}>
            {t('profile.password.change')}
          </LightButton>
        </div>
      </form>
    </Section>
  );
});
