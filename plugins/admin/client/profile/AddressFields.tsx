import { useTexts } from '@sinter/sdk/ui';
import { CountryField, PhoneField, TextField } from '@sinter/sdk/ui/form';
import type { Country } from '@sinter/sdk/ui/form';
import css from './profile.module.css';

interface AddressFieldsProps {
  /** Where the form holds the address: `address.`; empty for a form of nothing else. */
  prefix: string;
  countries: readonly Country[];
  /** Also asks for company, person and telephone number. */
  withContact?: boolean;
  required?: boolean;
  disabled?: boolean;
}

export function AddressFields({
  prefix,
  countries,
  withContact = false,
  required = false,
  disabled = false,
}: AddressFieldsProps) {
  const t = useTexts();
  const field = (name: string) => ({ name: `${prefix}${name}`, label: t(`profile.address.${name}`), disabled });
  return (
    <div className={css['fields']}>
      {withContact && (
        <>
          <TextField {...field('companyName')} maxLength={200} autoComplete="organization" />
          <TextField {...field('contactName')} maxLength={200} autoComplete="name" />
        </>
      )}
      <TextField {...field('line1')} required={required} maxLength={200} autoComplete="address-line1" />
      <TextField {...field('line2')} maxLength={200} autoComplete="address-line2" />
      <TextField {...field('postalCode')} maxLength={20} autoComplete="postal-code" />
      <TextField {...field('city')} required={required} maxLength={100} autoComplete="address-level2" />
      <TextField {...field('region')} maxLength={100} autoComplete="address-level1" />
      <CountryField {...field('countryCode')} required={required} countries={countries} />
      {withContact && <PhoneField {...field('phone')} countries={countries} />}
    </div>
  );
}
