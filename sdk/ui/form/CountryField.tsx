import type * as z from 'zod';
import type { countrySchema } from '../../contract/admin/countries.ts';
import type { FieldProps } from './FieldFrame.tsx';
import { SelectField } from './fields.tsx';

export type Country = z.infer<typeof countrySchema>;

interface CountryFieldProps extends FieldProps {
  /** The answer of `listCountries`. */
  countries: readonly Country[];
}

/** A country by its name; the value is its two-letter code, or `null`. */
export function CountryField({ countries, ...field }: CountryFieldProps) {
  return (
    <SelectField {...field} clearable options={countries.map(({ code, name }) => ({ value: code, label: name }))} />
  );
}
