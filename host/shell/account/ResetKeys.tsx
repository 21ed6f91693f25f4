import { useState } from 'react';
import type { FormEvent } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, toast } from '@sinter/sdk/ui';
import { Dialog, DialogActions } from '#host/browser/session/Dialog.tsx';
import { Field } from '#host/browser/session/Field.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ApiKeys, KeysReset, KeysStore } from './KeysStore.ts';
import { KeyScopes, scopesOf } from './KeyScopes.tsx';
import css from './account.module.css';

const mostHours = 24;

interface ResetKeysProps {
  store: KeysStore;
  keys: ApiKeys;
  onClose: () => void;
}

/** Asks which key is made, and, where there is one already, how long the old one goes on working. */
export const ResetKeys = observer(function ResetKeys({ store, keys, onClose }: ResetKeysProps) {
  const t = useHostTexts();
  const [which, setWhich] = useState<NonNullable<KeysReset['which']>>('USER');
  const [hours, setHours] = useState('0');
  const [scopes, setScopes] = useState(() => scopesOf(keys));
  const overlapHours = /^\d{1,2}$/.test(hours.trim()) ? Number(hours) : Number.NaN;
  const replaced = { USER: keys.userKey, ACCOUNT: keys.key, BOTH: keys.userKey ?? keys.key };
  const isFirst = replaced[which] === null;
  const valid = isFirst || overlapHours <= mostHours;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = which === 'USER' ? {} : { ...scopes, permissions: scopes.permissions.join(',') };
    if (!valid || !(await store.resetting.run({ which, overlapHours: isFirst ? 0 : overlapHours, ...given }))) return;
    toast.success(t('keys.done'));
    onClose();
  };
  const title = t(isFirst ? 'keys.create' : 'keys.reset');
  return (
    <Dialog title={title} onCancel={onClose}>
      <form className={css['stack']} onSubmit={(event) => void submit(event)} noValidate>
        {keys.mayHoldAccountKey && (
          <fieldset className={css['choices']}>
            <legend>{t(isFirst ? 'keys.which.create' : 'keys.which')}</legend>
            {(['USER', 'ACCOUNT', 'BOTH'] as const).map((choice) => (
              <label key={choice}>
                <input type="radio" name="which" checked={which === choice} onChange={() => setWhich(choice)} />
                {t(`keys.which.${choice}`)}
              </label>
            ))}
          </fieldset>
        )}
        {which !== 'USER' && <KeyScopes scopes={scopes} grantable={keys.grantable} onChange={setScopes} />}
        {isFirst ? (
          <p>{t('keys.create.text')}</p>
        ) : (
          <>
            <div className={css['number']}>
              <Field
                label={t('keys.overlap')}
                value={hours}
                onChange={setHours}
                problem={valid ? undefined : t('keys.overlap.wrong')}
                inputMode="numeric"
                maxLength={2}
                large={false}
              />
            </div>
            <p>
              {!valid || overlapHours === 0
                ? t('keys.consequence.now')
                : t('keys.consequence', { count: overlapHours })}
            </p>
            {which !== 'USER' && <p>{t('keys.consequence.account')}</p>}
          </>
        )}
        <DialogActions>
          <LightButton onClick={onClose}>{t('account.cancel')}</LightButton>
          <LightButton kind={isFirst ? 'primary' : 'danger'} type="submit" loading={store.resetting.busy}>
            {title}
          </LightButton>
        </DialogActions>
      </form>
    </Dialog>
  );
});
