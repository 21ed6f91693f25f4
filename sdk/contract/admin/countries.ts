import * as z from 'zod';
import { defineCall } from '../call.ts';
import { signedIn } from '../guard.ts';

/** Countries, for address forms (specification 7.3). */

const id = z.number().int();

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

export const listCountries = defineCall({
  id: 'admin.countries',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/geo/countries',
  summary: 'Every country, by name.',
  guard: signedIn,
  response: z.array(countrySchema),
});

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
