import { useId } from 'react';
import { useFormikContext } from 'formik';
import type { EmailConfig } from '@sinter/sdk/contract/host/emailConfig';
import { say } from '@sinter/sdk/i18n/said';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { SelectField, TextareaField } from '@sinter/sdk/ui/form';
import { Select } from '@sinter/sdk/ui/select';
import type { MailValues } from './mailValues.ts';
import css from './mail.module.css';

/** Addresses beyond the facility's people, by event. */
export function Recipients({ config }: { config: EmailConfig }) {
  const t = useTexts();
  const id = useId();
  const { values, setFieldValue } = useFormikContext<MailValues>();
  const { recipients } = values;
  const titles = new Map(config.recipients.map((event) => [event.id, say(event.text, event.said)]));
  const change = (next: MailValues['recipients']) => void setFieldValue('recipients', next);
  const rest = config.recipients.filter((event) => !recipients.some((one) => one.id === event.id));
  return (
    <section className={css['section']} aria-labelledby="mail-recipients">
      <h2 id="mail-recipients">{t('mail.recipients')}</h2>
      <p className={css['quiet']}>{t('mail.recipients.text')}</p>
      {recipients.map((one, place) => {
        const title = titles.get(one.id) ?? '';
        return (
          <div key={one.id} className={css['recipients']}>
            <TextareaField
              name={`recipients.${place}.addresses`}
              label={title}
              rows={2}
              maxLength={4_000}
              hint={t('mail.recipients.hint')}
            />
            <LightButton
              aria-label={t('mail.recipients.removeOf', { event: title })}
              onClick={() => change(recipients.filter((other) => other.id !== one.id))}
            >
              {t('mail.recipients.remove')}
            </LightButton>
          </div>
        );
      })}
      {rest.length > 0 && (
        <div className={css['add']}>
          <label htmlFor={id}>{t('mail.recipients.add')}</label>
          <Select<string>
            id={id}
            value={null}
            placeholder={t('mail.recipients.select')}
            options={rest.map((event) => ({ value: event.id, label: titles.get(event.id) ?? '' }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(event) => change([...recipients, { id: event, addresses: '' }])}
          />
        </div>
      )}
      {recipients.length > 0 && (
        <SelectField
          name="language"
          label={t('mail.recipients.language')}
          options={config.languages.map(({ key, name }) => ({ value: key, label: name }))}
        />
      )}
    </section>
  );
}
