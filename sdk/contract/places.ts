import * as z from 'zod';
import { defineCall } from './call.ts';
import { member, provider, signedIn } from './guard.ts';

/** Where things and companies are: countries, delivery addresses, facilities of one enterprise (specification 7.3). */

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

export const addressSchema = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  /** Two letters. */
  countryCode: z.string().length(2),
});
export type Address = z.infer<typeof addressSchema>;

/** An internal facility: a facility of the caller's own enterprise (specification, section 3). */
export const internalFacilitySchema = z.object({ serviceProviderDTO: z.object({ id, companyName: z.string() }) });

export const listCountries = defineCall({
  id: 'catalog.countries',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/geo/countries',
  summary: 'Every country, by name.',
  guard: signedIn,
  response: z.array(countrySchema),
  unfinished: true,
});

export const readCountry = defineCall({
  id: 'catalog.country',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/geo/countries/{countryId}',
  summary: 'One country with its regions, for address forms.',
  guard: signedIn,
  params: z.object({ countryId: z.coerce.number().int().positive() }),
  response: countrySchema.extend({ regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
  unfinished: true,
});

export const listDeliveryAddresses = defineCall({
  id: 'catalog.deliveryAddresses',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/deliveryAddress',
  summary: "Delivery addresses of the user's company; the default one first.",
  guard: member(),
  response: z.array(addressSchema.extend({ isDefault: z.boolean() })),
  unfinished: true,
});

export const listInternalFacilities = defineCall({
  id: 'catalog.internalFacilities',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/vendor/sp/getInternalFacilities/lite',
  summary: "Facilities of the caller's tree, for the facility switcher and the scheduler's filter.",
  guard: provider(),
  response: z.array(internalFacilitySchema),
  unfinished: true,
});
