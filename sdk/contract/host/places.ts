import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider } from '../guard.ts';

/** Addresses, and the facilities of one enterprise (specification 7.1, 7.3). */

const id = z.number().int();

/** A postal address (specification 3). `countryCode` is ISO 3166. */
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
/** As it is stored with what has one. */
export const postalAddressSchema = addressSchema.omit({ id: true });
export type PostalAddress = z.infer<typeof postalAddressSchema>;

/** An internal facility: a facility of the caller's own enterprise (specification, section 3). */
export const internalFacilitySchema = z.object({ serviceProviderDTO: z.object({ id, companyName: z.string() }) });

/**
 * The root facility first, then by name: the active one, and every open one where the caller is a member or, as a super
 * admin of the root, all of them (specification 7.3; product 3.10).
 */
export const listInternalFacilities = defineCall({
  id: 'host.internalFacilities',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/vendor/sp/getInternalFacilities/lite',
  summary: "Facilities of the caller's tree, for the facility switcher and the scheduler's filter.",
  guard: provider(),
  response: z.array(internalFacilitySchema),
});

/** Open facilities of the tree, the root first, then by name; a buyer gets those of the shop (specification 7.1). */
export const listVendors = defineCall({
  id: 'host.vendors',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/vendor',
  summary: 'Facilities that the account works with; `internal` ones are of its own enterprise.',
  guard: anyMember('Buyers and staff alike see which facilities there are.'),
  query: z.object({ vendorType: z.enum(['internal']) }),
  response: z.array(internalFacilitySchema),
});
