import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, provider } from '../guard.ts';

/** The facilities of one enterprise (specification 7.1, 7.3). */

const id = z.number().int();

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
