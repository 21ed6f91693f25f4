import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { newPasswordSchema } from '@sinter/sdk/contract/host/account';
import { setUp } from '@sinter/sdk/contract/host/setup';
import { currentLanguage, currentLocale } from '@sinter/sdk/i18n';
import { Kept, tabStorage } from '@sinter/sdk/state/entered';
import type { Browser } from '#host/browser/browser.ts';
import { Field } from '#host/browser/session/Field.tsx';
import { NewPasswordField } from '#host/browser/session/NewPasswordField.tsx';
import { SelectField } from '#host/browser/session/SelectField.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from '../signIn.module.css';
import { emailField } from './emailField.ts';
import { FormStore } from './FormStore.ts';
import { bind, PublicForm } from './PublicForm.tsx';
import { linkOver } from './ResetPassword.tsx';

interface SetupFormProps {
  browser: Browser;
  token: string;
  countryCodes: readonly string[];
  onExpired: () => void;
}

const empty = {
  facility: '',
  line1: '',
  postalCode: '',
  city: '',
  countryCode: '',
  timeZone: '',
  currency: '',
  firstName: '',
  lastName: '',
  email: '',
};
/** All but the password. */
const keptSchema = z.record(z.enum(Object.keys(empty)), z.string());

/** What a browser knows of where it is. */
function here(countryCodes: readonly string[]) {
  const country = new Intl.Locale(navigator.language).region ?? '';
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    countryCode: countryCodes.includes(country) ? country : '',
  };
}

export const SetupForm = observer(function SetupForm({ browser, token, countryCodes, onExpired }: SetupFormProps) {
  const t = useHostTexts();
  const [kept] = useState(() => new Kept(browser, tabStorage(), 'entered.setup', keptSchema));
  const [form] = useState(() => {
    const line = (key: string, longest: number) => z.string().trim().min(1, t(key)).max(longest);
    const optional = (longest: number) => z.string().trim().max(longest);
    const chosen = (key: string) => z.string().min(1, t(key));
    return new FormStore({
      initial: { ...empty, ...here(countryCodes), ...kept.read(), password: '' },
      schema: z.object({
        facility: line('setup.name.required', 200),
        line1: optional(200),
        postalCode: optional(20),
        city: optional(100),
        countryCode: chosen('setup.country.required'),
        timeZone: chosen('setup.timeZone.required'),
        currency: chosen('setup.currency.required'),
        firstName: line('person.firstName.required', 100),
        lastName: line('person.lastName.required', 100),
        email: emailField(t),
        password: newPasswordSchema,
      }),
      submit: async (values) => {
        try {
          await browser.api.call(setUp, { body: { ...values, token, language: currentLanguage() } });
          kept.forget();
          // A new page: it has a session.
          window.location.assign('/');
        } catch (error) {
          if (!linkOver(error)) throw error;
          onExpired();
        }
      },
    });
  });
  useEffect(
    () =>
      reaction(
        () => form.values,
        ({ password: _secret, ...values }) => kept.write(values),
      ),
    [form, kept],
  );
  const [choices] = useState(() => choicesOf(countryCodes, form.values.timeZone));
  return (
    <PublicForm form={form} submit={t('setup.submit')}>
      <p>{t('setup.text')}</p>
      <fieldset className={css['group']}>
        <legend>{t('setup.facility')}</legend>
        <Field
          {...bind(form, 'facility')}
          label={t('setup.name')}
          autoComplete="organization"
          maxLength={200}
          autoFocus
        />
        <Field
          {...bind(form, 'line1')}
          label={t('setup.line1')}
          autoComplete="address-line1"
          maxLength={200}
          optional
        />
        <div className={css['pair']}>
          <Field
            {...bind(form, 'postalCode')}
            label={t('setup.postalCode')}
            autoComplete="postal-code"
            maxLength={20}
            optional
          />
          <Field
            {...bind(form, 'city')}
            label={t('setup.city')}
            autoComplete="address-level2"
            maxLength={100}
            optional
          />
        </div>
        <SelectField
          {...bind(form, 'countryCode')}
          label={t('setup.country')}
          placeholder={t('setup.choose')}
          choices={choices.countries}
          autoComplete="country"
        />
        <div className={css['pair']}>
          <SelectField
            {...bind(form, 'timeZone')}
            label={t('setup.timeZone')}
            placeholder={t('setup.choose')}
            choices={choices.timeZones}
          />
          <SelectField
            {...bind(form, 'currency')}
            label={t('setup.currency')}
            placeholder={t('setup.choose')}
            choices={choices.currencies}
          />
        </div>
      </fieldset>
      <fieldset className={css['group']}>
        <legend>{t('setup.admin')}</legend>
        <div className={css['pair']}>
          <Field {...bind(form, 'firstName')} label={t('person.firstName')} autoComplete="given-name" maxLength={100} />
          <Field {...bind(form, 'lastName')} label={t('person.lastName')} autoComplete="family-name" maxLength={100} />
        </div>
        <Field {...bind(form, 'email')} label={t('person.email')} type="email" autoComplete="username" />
        <NewPasswordField {...bind(form, 'password')} label={t('signIn.password')} />
      </fieldset>
    </PublicForm>
  );
});

function choicesOf(countryCodes: readonly string[], zoneHere: string) {
  const locale = currentLocale();
  const byLabel = ({ label: one }: { label: string }, { label: other }: { label: string }) =>
    one.localeCompare(other, locale);
  const countryNames = new Intl.DisplayNames(locale, { type: 'region' });
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' });
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zoneHere].filter((zone) => zone !== ''));
  return {
    countries: countryCodes.map((value) => ({ value, label: countryNames.of(value) ?? value })).sort(byLabel),
    timeZones: [...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    currencies: Intl.supportedValuesOf('currency').map((value) => ({
      value,
      label: `${value} – ${currencyNames.of(value) ?? value}`,
    })),
  };
}
