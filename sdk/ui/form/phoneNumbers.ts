import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  isValidPhoneNumber,
} from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/** What a typed telephone number is. This file is large, so it is loaded when a phone field is first shown. */
export interface ReadPhone {
  /** The number as people in its country write it. */
  text: string;
  valid: boolean;
  /** Two letters; `undefined` while the digits do not tell the country. */
  country: string | undefined;
}

const known = (country: string | undefined): CountryCode | undefined =>
  country !== undefined && isSupportedCountry(country) ? country : undefined;

/** `country` (two letters) is the country of a number without a dial code. */
export function readPhone(typed: string, country?: string): ReadPhone {
  const home = known(country);
  const reader = new AsYouType(home);
  return { text: reader.input(typed), valid: isValidPhoneNumber(typed, home), country: reader.getCountry() };
}

/** A country that numbers can be of. */
export interface PhoneCountry {
  /** Two letters. */
  code: string;
  name: string;
  /** `+43`. */
  dialCode: string;
}

/** All countries with a numbering plan, by their names in this language. */
export function phoneCountries(locale: string): PhoneCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dialCode: `+${getCountryCallingCode(code)}` }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}
