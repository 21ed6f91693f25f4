import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, member } from '../guard.ts';
import { addressSchema } from '../host/addresses.ts';
import { orderRights } from '../orders/rights.ts';

/** Where a company has its parts sent (specification 7.3). */

const id = z.number().int();

/** A buyer who orders, or a provider who may change the profile of the facility. */
const editor = member({
  memberRoles: [...orderRights.create, 'SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_APPLICATION_ENGINEER', 'SP_MANAGER'],
});

/** A service provider reads those of the active facility (specification 7.3). */
export const listDeliveryAddresses = defineCall({
  id: 'admin.deliveryAddresses',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/deliveryAddress',
  summary: "Delivery addresses of the user's company; the default one first.",
  guard: anyMember(
    'Who orders or packs must see where parts go; the addresses are those of the own company or facility.',
  ),
  response: z.array(addressSchema.extend({ isDefault: z.boolean() })),
});

/**
 * One address is always the default one: the oldest when none was chosen. Refused with INVALID_INPUT (`countryCode`)
 * when there is no such country; with NOT_FOUND when there is no address with this id; with FORBIDDEN for a provider
 * without FACILITY_CONFIG_EDITOR (specification 7.3).
 */
export const saveDeliveryAddress = defineCall({
  id: 'admin.saveDeliveryAddress',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/deliveryAddress',
  summary: "Adds a delivery address to the user's company, or changes the one with the given id.",
  guard: editor,
  body: addressSchema.omit({ id: true }).extend({ id: id.positive().optional(), isDefault: z.boolean() }),
  response: addressSchema.extend({ isDefault: z.boolean() }),
});

/**
 * The oldest one left becomes the default if this was it. Refused with NOT_FOUND when there is no such address; with
 * FORBIDDEN for a provider without FACILITY_CONFIG_EDITOR (specification 7.3).
 */
export const deleteDeliveryAddress = defineCall({
  id: 'admin.deleteDeliveryAddress',
  owner: 'admin',
  method: 'DELETE',
  path: '/api/v1/deliveryAddress/{id}',
  summary: "Removes a delivery address of the user's company; orders keep their copy.",
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
