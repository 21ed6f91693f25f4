import { Input, Space } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { currentLocale } from '../../i18n/index.ts';
import { NoticeIcon } from '../host.ts';
import { useUiTexts } from '../host.ts';
import type { Country } from './CountryField.tsx';
import { Select } from '../inputs/Select.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { ControlProps, FieldProps } from './FieldFrame.tsx';
import type * as PhoneNumbers from './phoneNumbers.ts';
import css from './phone.module.css';

interface PhoneFieldProps extends FieldProps {
  /** The answer of `listCountries`; without it, all that have a numbering plan. */
  countries?: readonly Country[];
  /** Name of the country that is preselected: `Austria`. */
  defaultCountry?: string;
}

/**
 * A telephone number with its country; the value is the text of the field. The number is formatted while the user
 * types, and a check or a cross says whether such a number can exist. Neither prevents submitting (specification 5).
 */
export function PhoneField({ countries, defaultCountry, ...field }: PhoneFieldProps) {
  return (
    <FieldFrame<string> {...field}>
      {({ value, change, control }) => (
        <PhoneInput
          control={control}
          value={value}
          {...(countries === undefined ? {} : { countries })}
          onChange={change}
          label={field.label}
          {...(defaultCountry === undefined ? {} : { defaultCountry })}
        />
      )}
    </FieldFrame>
  );
}

interface PhoneInputProps {
  control: ControlProps;
  label: string;
  value: string;
  countries?: readonly Country[];
  defaultCountry?: string;
  onChange: (value: string) => void;
}

function PhoneInput({ control, label, value, countries: given, defaultCountry, onChange }: PhoneInputProps) {
  const t = useUiTexts();
  const numbers = usePhoneNumbers();
  const read = numbers?.readPhone;
  const locale = currentLocale();
  const countries: readonly PhoneNumbers.PhoneCountry[] = useMemo(
    () => given ?? numbers?.phoneCountries(locale) ?? [],
    [given, numbers, locale],
  );
  const [chosen, setChosen] = useState(() => countries.find(({ name }) => name === defaultCountry)?.code);
  const phone = value.trim() === '' ? null : (read?.(value, chosen) ?? null);
  const country = phone?.country ?? chosen;

  const type = (text: string, atEnd: boolean) => {
    // Formatting moves the caret, and would restore what the user is deleting.
    const formats = read && atEnd && !value.startsWith(text);
    onChange(formats ? read(text, chosen).text : text);
  };
  const choose = (code: string) => {
    setChosen(code);
    const dialCode = countries.find((one) => one.code === code)?.dialCode ?? '';
    onChange(`+${dialCode.replace(/^\+/, '')} `);
    document.getElementById(control.id)?.focus();
  };
  return (
    <Space.Compact className={css['phone']}>
      <Select
        className={css['country']}
        aria-label={t('phone.country', { label })}
        placeholder={t('phone.choose')}
        value={country}
        disabled={control.disabled}
        options={countries.map(({ code, name, dialCode }) => ({
          value: code,
          label: `${name} ${dialCode}`,
        }))}
        labelRender={({ value: code }) => code}
        popupMatchSelectWidth={280}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={choose}
      />
      <Input
        {...control}
        value={value}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        onChange={({ target }) => type(target.value, target.selectionStart === target.value.length)}
        // Always present: without it antd would rebuild the field, and the field would lose its focus.
        suffix={<Judgement valid={phone?.valid} />}
      />
    </Space.Compact>
  );
}

function Judgement({ valid }: { valid: boolean | undefined }) {
  const t = useUiTexts();
  if (valid === undefined) return <span />;
  const text = t(valid ? 'phone.valid' : 'phone.invalid');
  return (
    <span className={css['judged']} role="img" aria-label={text} title={text}>
      <NoticeIcon kind={valid ? 'success' : 'danger'} />
    </span>
  );
}

/** `null` until the numbering plans are loaded. Until then the field works without them. */
function usePhoneNumbers(): typeof PhoneNumbers | null {
  const [numbers, setNumbers] = useState<typeof PhoneNumbers | null>(null);
  useEffect(() => {
    let shown = true;
    import('./phoneNumbers.ts').then(
      (module) => shown && setNumbers(module),
      (error: unknown) => console.warn('Telephone numbers cannot be checked.', error),
    );
    return () => void (shown = false);
  }, []);
  return numbers;
}
