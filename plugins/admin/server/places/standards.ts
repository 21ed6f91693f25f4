import { wrongField } from '@sinter/sdk/server';
import { codeOf } from './countries.ts';
import { say } from '../texts.ts';

const zones = new Set(Intl.supportedValuesOf('timeZone'));
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Throws INVALID_INPUT for what is no IANA time zone. Other names of one (`Asia/Kolkata`) are fine. */
export function requireTimeZone(timeZone: string): void {
  if (zones.has(timeZone) || timeZone === 'UTC') return;
  let known = false;
  try {
    known = zones.has(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (!known) throw wrongField('timeZone', say('noTimeZone'));
}

/** Throws INVALID_INPUT for what is no currency of ISO 4217. */
export function requireCurrency(currency: string): void {
  if (!currencies.has(currency)) throw wrongField('currency', say('noCurrency'));
}

/** Throws INVALID_INPUT for what is no country. `within`: the field that holds the address, if it is not all. */
export function requireCountry(address: { countryCode: string } | null, within = ''): void {
  if (address && !codeOf(address.countryCode)) throw wrongField(`${within}countryCode`, say('noCountry'));
}
