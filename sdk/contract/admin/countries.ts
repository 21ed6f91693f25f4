import * as z from 'zod';
import { defineCall } from '../call.ts';
import { signedIn } from '../guard.ts';

/** Countries, for address forms (specification 7.3). */

const id = z.number().int();

/** A country that has a dial code. `id` stays the same whatever countries are added (specification 7.3). */
export const countrySchema = z.object({
  id,
  name: z.string(),
  /** Two letters. */
  code: z.string().length(2),
  emoji: z.string(),
  /** Code points of the flag: `U+1F1E6 U+1F1F9`. */
  unicode: z.string(),
  /** With its plus sign. */
  dialCode: z.string(),
  /** Address of the flag. */
  image: z.string(),
});

/** Names and order are in the user's language (specification 7.3). */
export const listCountries = defineCall({
  id: 'admin.countries',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/geo/countries',
  summary: 'Every country, by name.',
  guard: signedIn,
  response: z.array(countrySchema),
});

/**
 * `regions` is always empty: address forms take a region as it is typed. Refused with NOT_FOUND when there is no such
 * country (specification 7.3).
 */
export const readCountry = defineCall({
  id: 'admin.country',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/geo/countries/{countryId}',
  summary: 'One country with its regions, for address forms.',
  guard: signedIn,
  params: z.object({ countryId: z.coerce.number().int().positive() }),
  response: countrySchema.extend({ regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
});
