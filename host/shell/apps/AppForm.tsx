import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { AppForm as Shown, SettingField } from '@sinter/sdk/contract/apps/settings';
import { Section, toast } from '@sinter/sdk/ui';
import { Form, NumberField, SelectField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { type AppSettingsStore, type Entered, enteredOf } from './AppSettingsStore.ts';
import { SaveOrDiscard } from '../account/SaveOrDiscard.tsx';

/** The server checks what is entered by the app's own schema; its messages appear under the fields. */
const schema = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  secrets: z.record(z.string(), z.string()),
  backend: z.string(),
});

/** The settings that an app declares, drawn by the host. */
export const AppForm = observer(function AppForm({ store, form }: { store: AppSettingsStore; form: Shown }) {
  const t = useHostTexts();
  const save = async (entered: Entered) => {
    await store.save(entered);
    toast.success(t('app.saved'));
  };
  return (
    <Section title={t('app.settings')}>
      <Form
        key={form.revision}
        keep={`app.settings.${form.id}`}
        secrets={['secrets']}
        initialValues={enteredOf(form)}
        schema={schema}
        onSubmit={save}
      >
        {() => (
          <>
            {form.fields.map((field) => (
              <Setting key={field.name} field={field} isSet={form.secretsSet.includes(field.name)} />
            ))}
            {form.backend && (
              <TextField
                name="backend"
                type="url"
                label={t('app.backend')}
                hint={t('app.backend.hint', { address: form.backend.declared })}
                placeholder={form.backend.declared}
                maxLength={500}
              />
            )}
            <SaveOrDiscard />
          </>
        )}
      </Form>
    </Section>
  );
});

function Setting({ field, isSet }: { field: SettingField; isSet: boolean }) {
  const t = useHostTexts();
  const { name, title, description, required, type, options, minimum, maximum } = field;
  const hint = [description, field.secret && isSet ? t('app.secret.set') : null].filter((part) => part !== null);
  const shown = {
    name: `${field.secret ? 'secrets' : 'values'}.${name}`,
    label: title,
    required: required && !(field.secret && isSet),
    ...(hint.length > 0 ? { hint: hint.join(' ') } : {}),
  };
  if (field.secret) return <TextField {...shown} type="password" autoComplete="new-password" />;
  if (type === 'boolean') return <SwitchField {...shown} />;
  if (options) {
    const choices = options.map((value) => ({ value, label: value }));
    return <SelectField {...shown} options={choices} clearable={!required} />;
  }
  if (type === 'string') {
    const limit = maximum === null ? {} : { maxLength: maximum };
    return <TextField {...shown} {...limit} type={field.format === 'uri' ? 'url' : 'text'} />;
  }
  const limits = { ...(minimum === null ? {} : { min: minimum }), ...(maximum === null ? {} : { max: maximum }) };
  return <NumberField {...shown} {...limits} {...(type === 'integer' ? { precision: 0 } : {})} />;
}
