import { useFormikContext } from 'formik';
import { longestCertificates, type DriverField } from '@sinter/sdk/contract/connectivity/fields';
import { drivers } from '@sinter/sdk/contract/connectivity/states';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { blankSource, type Values } from './values.ts';
import css from './connectors.module.css';

interface DeclaredProps {
  secretSet: boolean;
  certificateSet: boolean;
  folder: string | null;
}

/** What the driver of the type declares, and nothing else. */
export default function Declared({ secretSet, certificateSet, folder }: DeclaredProps) {
  const t = useTexts();
  const { values } = useFormikContext<Values>();
  const { schemes, secret, secretIs, certificate, fields, source, asks, example } = drivers[values.type];
  const user = fields.filter(({ id }) => id === 'user');
  const trust = fields.filter(({ certificates }) => certificates);
  const others = fields.filter((field) => !user.includes(field) && !trust.includes(field));
  return (
    <>
      <p className={css['lead']}>{t(`type.${values.type}.text`)}</p>
      {folder !== null && <p className={css['lead']}>{t('type.FILE_DROP.folder', { folder })}</p>}
      {schemes.length > 0 && (
        <TextField
          name="endpoint"
          type="url"
          label={t('connector.endpoint')}
          required
          placeholder={example}
          maxLength={500}
        />
      )}
      {user.map((field) => (
        <Setting key={field.id} field={field} at="settings" />
      ))}
      {secret !== 'NONE' && (
        <TextField
          name="secret"
          type="password"
          autoComplete="off"
          label={t(`connector.${secretIs === 'KEY' ? 'secret' : 'password'}${secretSet ? '.kept' : ''}`)}
          required={secret === 'REQUIRED' && !secretSet}
          maxLength={500}
        />
      )}
      {trust.map((field) => (
        <Setting key={field.id} field={field} at="settings" />
      ))}
      {certificate && (
        <TextareaField
          name="certificate"
          rows={3}
          label={t(`connector.certificate${certificateSet ? '.kept' : ''}`)}
          hint={t('connector.certificate.text')}
          maxLength={longestCertificates}
        />
      )}
      {source.length > 0 && <Sources fields={source} />}
      {others.length > 0 && (
        <fieldset className={css['declared']}>
          <legend>{t(`type.${values.type}.fields`)}</legend>
          <p className={css['lead']}>{t(`type.${values.type}.fields.text`)}</p>
          {others.map((field) => (
            <Setting key={field.id} field={field} at="settings" />
          ))}
        </fieldset>
      )}
      {asks && (
        <NumberField name="pollSeconds" label={t('connector.poll')} required min={0.5} max={600} precision={1} />
      )}
    </>
  );
}

function Setting({ field, at }: { field: DriverField; at: string }) {
  const t = useTexts();
  const { id, required, options, range, example, certificates } = field;
  const common = { name: `${at}.${id}`, label: t(`setting.${id}`), required };
  if (certificates) {
    const hint = t(`setting.${id}.text`);
    return <TextareaField {...common} rows={3} maxLength={longestCertificates} hint={hint} />;
  }
  return options ? (
    <SelectField {...common} options={options.map((value) => ({ value, label: t(`setting.${id}.${value}`) }))} />
  ) : (
    <TextField
      {...common}
      maxLength={500}
      {...(example !== undefined && { placeholder: example })}
      {...(range && { hint: t(`setting.${id}.text`) })}
    />
  );
}

/** Machines that the driver is told of. */
function Sources({ fields }: { fields: readonly DriverField[] }) {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<Values>();
  const { type, sources } = values;
  return (
    <fieldset className={css['declared']}>
      <legend>{t('source.legend')}</legend>
      <p className={css['lead']}>{t(`type.${type}.source.text`)}</p>
      {sources.map((source, index) => (
        <div key={index} className={css['source']} role="group" aria-label={t('source.of', { number: index + 1 })}>
          <TextField name={`sources.${index}.machine`} label={t('source.machine')} required maxLength={120} />
          {fields.map((field) => (
            <Setting key={field.id} field={field} at={`sources.${index}.settings`} />
          ))}
          {sources.length > 1 && (
            <LightButton
              size="small"
              aria-label={t('source.removeOf', { name: source.machine || index + 1 })}
              onClick={() =>
                void setFieldValue(
                  'sources',
                  sources.filter((_, other) => other !== index),
                )
              }
            >
              {t('source.remove')}
            </LightButton>
          )}
        </div>
      ))}
      <div>
        <LightButton size="small" onClick={() => void setFieldValue('sources', [...sources, blankSource])}>
          {t('source.add')}
        </LightButton>
      </div>
    </fieldset>
  );
}
