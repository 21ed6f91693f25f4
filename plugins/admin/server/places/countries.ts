import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { type countrySchema, listCountries, readCountry } from '@sinter/sdk/contract/admin/countries';
import type { CallContext, ServerHost } from '@sinter/sdk/server';

type Country = z.infer<typeof countrySchema>;

export const codeOf = (code: string): CountryCode | undefined => (isSupportedCountry(code) ? code : undefined);

/** Stays the same whatever countries come and go: the letters as a number of base 26, from 1. */
const idOf = (code: string): number => (code.charCodeAt(0) - 65) * 26 + (code.charCodeAt(1) - 65) + 1;

/** A flag is its country's letters, written with regional indicators. */
function flagOf(code: string): Pick<Country, 'emoji' | 'unicode' | 'image'> {
  const points = [...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65);
  const emoji = String.fromCodePoint(...points);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 24"><text x="16" y="20" font-size="22" text-anchor="middle">${emoji}</text></svg>`;
  return {
    emoji,
    unicode: points.map((point) => `U+${point.toString(16).toUpperCase()}`).join(' '),
    image: `data:image/svg+xml,${encodeURIComponent(picture)}`,
  };
}

const lists = new Map<string, Country[]>();
const mostLanguages = 50;

/** Every country with a dial code, named and sorted as in this language (`de_DE`). */
export function countriesIn(language: string): Country[] {
  const known = lists.get(language);
  if (known) return known;
  const locale = language.replace('_', '-');
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const byName = new Intl.Collator([locale, 'en']);
  const countries = getCountries()
    .map((code) => ({
      id: idOf(code),
      name: names.of(code) ?? code,
      code,
      dialCode: `+${getCountryCallingCode(code)}`,
      ...flagOf(code),
    }))
    .sort((one, other) => byName.compare(one.name, other.name));
  if (lists.size >= mostLanguages) lists.clear();
  lists.set(language, countries);
  return countries;
}

export function handleCountries({ handle }: ServerHost): void {
  handle(listCountries, async (context) => countriesIn(await languageOf(context)));

  handle(readCountry, async (context, { params }) => {
    const country = countriesIn(await languageOf(context)).find(({ id }) => id === params.countryId);
    if (!country) throw new CallError('NOT_FOUND');
    // Nothing here knows a country's regions: address forms take them as they are typed.
    return { ...country, regions: [] };
  });
}

async function languageOf({ db, user }: CallContext): Promise<string> {
  const { language } = await db
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  return language;
}
