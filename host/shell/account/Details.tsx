import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { type DateValue, defaultDateFormat, formatDate, shownDateFormat } from '@sinter/sdk/i18n';
import { Section, toast } from '@sinter/sdk/ui';
import { Form, PhoneField, SelectField, TextField } from '@sinter/sdk/ui/form';
import { emailField } from '../screens/public/emailField.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ProfileChange, ProfileStore, UserProfile } from './ProfileStore.ts';
import { SaveOrDiscard } from './SaveOrDiscard.tsx';
import css from './account.module.css';

const dateFormats = [
  defaultDateFormat,
  'DD MMM YYYY',
  'MMMM DD, YYYY',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY-MM-DD',
];

/** A day that no two of the forms write alike. */
const lastOfYear = `${new Date().getFullYear()}-12-31`;
const written = (format: string, date: DateValue = Date.now()) => formatDate(date, shownDateFormat(format));

/** Name, address, telephone, language and the form of dates. */
export const Details = observer(function Details({ store, profile }: { store: ProfileStore; profile: UserProfile }) {
  const t = useHostTexts();
  const { pendingEmail, memberRoles, hasPassword: _password, apiKeys: _keys, ...fields } = profile;
  const save = async (change: ProfileChange) => {
    await store.save(change);
    toast.success(t('profile.saved'));
  };
  const languages = store.languages.some(({ key }) => key === profile.language)
    ? store.languages
    : [{ key: profile.language, name: profile.language }, ...store.languages];
  const schema = z.object({
    firstName: z.string().trim().min(1, t('person.firstName.required')).max(100),
    lastName: z.string().trim().min(1, t('person.lastName.required')).max(100),
    email: emailField(t),
    phone: z.string().trim().max(40),
    dateFormat: z.string().min(1, t('profile.dateFormat.required')),
    language: z.string().min(1),
  });
  return (
    <Section title={t('profile.details')}>
      {pendingEmail !== null && (
        <p className={css['pending']} role="status">
          {t('profile.email.pending', { email: pendingEmail })}
        </p>
      )}
      <Form key={JSON.stringify(fields)} keep="account.details" initialValues={fields} schema={schema} onSubmit={save}>
        {({ values }) => (
          <>
            <div className={css['pair']}>
              <TextField
                name="firstName"
                label={t('person.firstName')}
                required
                autoComplete="given-name"
                maxLength={100}
              />
              <TextField
                name="lastName"
                label={t('person.lastName')}
                required
                autoComplete="family-name"
                maxLength={100}
              />
            </div>
            <div className={css['pair']}>
              <TextField
                name="email"
                label={t('person.email')}
                required
                type="email"
                autoComplete="email"
                hint={t('profile.email.hint')}
              />
              <PhoneField name="phone" label={t('profile.phone')} />
            </div>
            <div className={css['pair']}>
              <SelectField
                name="language"
                label={t('profile.language')}
                options={languages.map(({ key, name }) => ({ value: key, label: name }))}
              />
              <SelectField
                name="dateFormat"
                label={t('profile.dateFormat')}
                hint={t('profile.dateFormat.example', { date: written(values.dateFormat) })}
                options={[...new Set([...dateFormats, profile.dateFormat])].map((value) => ({
                  value,
                  label: written(value, lastOfYear),
                }))}
              />
            </div>
            <SaveOrDiscard />
          </>
        )}
      </Form>
      {memberRoles.length > 0 && (
        <p className={css['roles']}>
          {t('profile.roles')} {memberRoles.map((role) => t(`role.${role}`)).join(', ')}
        </p>
      )}
    </Section>
  );
});
