import { useState } from 'react';
import type { FormEvent } from 'react';
import { LightButton } from '@sinter/sdk/ui';
import { Dialog, DialogActions } from '#host/browser/session/Dialog.tsx';
import { Field } from '#host/browser/session/Field.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './account.module.css';

/** What the person will recognise the passkey by. */
export function PasskeyName({ onNamed, onCancel }: { onNamed: (name: string) => void; onCancel: () => void }) {
  const t = useHostTexts();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setMissing(true);
    else onNamed(name.trim());
  };
  return (
    <Dialog title={t('factors.passkeys.add')} onCancel={onCancel}>
      <form className={css['stack']} onSubmit={submit} noValidate>
        <p>{t('factors.passkeys.naming')}</p>
        <Field
          label={t('factors.passkeys.name')}
          value={name}
          onChange={setName}
          problem={missing && name.trim() === '' ? t('factors.passkeys.name.required') : undefined}
          maxLength={60}
          large={false}
          autoFocus
        />
        <DialogActions>
          <LightButton onClick={onCancel}>{t('account.cancel')}</LightButton>
          <LightButton kind="primary" type="submit">
            {t('factors.passkeys.goOn')}
          </LightButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
