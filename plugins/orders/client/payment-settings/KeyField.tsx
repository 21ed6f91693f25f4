import { useState } from 'react';
import { Button } from 'antd';
import { useField } from 'formik';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { TextField } from '@sinter/sdk/ui/form';
import css from './paymentSettings.module.css';

interface KeyFieldProps {
  name: string;
  label: string;
  placeholder: string;
  /** There is one, which nobody is shown. */
  isSet: boolean;
  onRemove: () => void;
}

/** A key that is entered, replaced or removed, and never read. */
export function KeyField({ name, label, placeholder, isSet, onRemove }: KeyFieldProps) {
  const t = useTexts();
  const [{ value }, , { setValue }] = useField<string | null>(name);
  const [replacing, setReplacing] = useState(false);
  const keep = () => {
    setReplacing(false);
    void setValue('');
  };
  if (!isSet || replacing) {
    return (
      <div className={css['key']}>
        <TextField name={name} label={label} placeholder={placeholder} autoComplete="off" maxLength={300} />
        {isSet && (
          <Button onClick={keep} aria-label={t('payset.key.keepOne', { key: label })}>
            {t('payset.key.keep')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={css['stored']} role="group" aria-label={label}>
      <span>{label}</span>
      <span className={css['state']}>
        {value === null ? (
          <>
            <StatusPill tone="amber">{t('payset.key.removed')}</StatusPill>
            <Button size="small" onClick={keep} aria-label={t('payset.key.keepOne', { key: label })}>
              {t('payset.key.keep')}
            </Button>
          </>
        ) : (
          <>
            <StatusPill tone="green">{t('payset.key.set')}</StatusPill>
            <Button
              size="small"
              onClick={() => setReplacing(true)}
              aria-label={t('payset.key.replaceOne', { key: label })}
            >
              {t('payset.key.replace')}
            </Button>
            <Button size="small" danger onClick={onRemove} aria-label={t('payset.key.removeOne', { key: label })}>
              {t('payset.key.remove')}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}
