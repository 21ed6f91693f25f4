import { AsYouType, isSupportedCountry, isValidPhoneNumber } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/** What a typed telephone number is. Its file is large, so it is loaded when a phone field is shown. */
export interface ReadPhone {
  /** As it is written in its country. */
  text: string;
  valid: boolean;
  /** Two letters; `undefined` while the digits do not tell. */
  country: string | undefined;
}

const known = (country: string | undefined): CountryCode | undefined =>
  country !== undefined && isSupportedCountry(country) ? country : undefined;

/** `country` (two letters) is that of numbers written without their dial code. */
export function readPhone(typed: string, country?: string): ReadPhone {
  const home = known(country);
  const reader = new AsYouType(home);
  return { text: reader.input(typed), valid: isValidPhoneNumber(typed, home), country: reader.getCountry() };
}
