import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, provider, signedIn } from '../guard.ts';

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
  companyName: z.string().max(200),
  contactName: z.string().max(200),
  phone: z.string().max(40),
  line1: z.string().max(200),
  line2: z.string().max(200),
  city: z.string().max(100),
  region: z.string().max(100),
  postalCode: z.string().max(20),
  /** Two letters. */
  countryCode: z.string().length(2),
});
export type Address = z.infer<typeof addressSchema>;

/** An internal facility: a facility of the caller's own enterprise (specification, section 3). */
export const internalFacilitySchema = z.object({ serviceProviderDTO: z.object({ id, companyName: z.string() }) });

export const listCountries = defineCall({
  id: 'host.countries',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/geo/countries',
  summary: 'Every country, by name.',
  guard: signedIn,
  response: z.array(countrySchema),
});

export const readCountry = defineCall({
  id: 'host.country',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/geo/countries/{countryId}',
  summary: 'One country with its regions, for address forms.',
  guard: signedIn,
  params: z.object({ countryId: z.coerce.number().int().positive() }),
  response: countrySchema.extend({ regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
});

export const listDeliveryAddresses = defineCall({
  id: 'host.deliveryAddresses',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/deliveryAddress',
  summary: "Delivery addresses of the user's company; the default one first.",
  guard: member(),
  response: z.array(addressSchema.extend({ isDefault: z.boolean() })),
});

export const listInternalFacilities = defineCall({
  id: 'host.internalFacilities',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/vendor/sp/getInternalFacilities/lite',
  summary: "Facilities of the caller's tree, for the facility switcher and the scheduler's filter.",
  guard: provider(),
  response: z.array(internalFacilitySchema),
});

export const saveDeliveryAddress = defineCall({
  id: 'host.saveDeliveryAddress',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/deliveryAddress',
  summary: "Adds a delivery address to the user's company, or changes the one with the given id.",
  guard: member(),
  body: addressSchema.omit({ id: true }).extend({ id: id.positive().optional(), isDefault: z.boolean() }),
  response: addressSchema.extend({ isDefault: z.boolean() }),
});

export const deleteDeliveryAddress = defineCall({
  id: 'host.deleteDeliveryAddress',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/deliveryAddress/{id}',
  summary: "Removes a delivery address of the user's company; orders keep their copy.",
  guard: member(),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
