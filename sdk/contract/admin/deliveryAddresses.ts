import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { addressSchema } from '../host/places.ts';

/** Where a company has its parts sent (specification 7.3). */

const id = z.number().int();

/** A service provider reads those of the active facility (specification 7.3). */
export const listDeliveryAddresses = defineCall({
  id: 'admin.deliveryAddresses',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/deliveryAddress',
  summary: "Delivery addresses of the user's company; the default one first.",
  guard: member(),
  response: z.array(addressSchema.extend({ isDefault: z.boolean() })),
});

/**
 * One address is always the default one: the oldest when none was chosen. Refused with INVALID_INPUT (`countryCode`)
 * when there is no such country; with NOT_FOUND when there is no address with this id (specification 7.3).
 */
export const saveDeliveryAddress = defineCall({
  id: 'admin.saveDeliveryAddress',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/deliveryAddress',
  summary: "Adds a delivery address to the user's company, or changes the one with the given id.",
  guard: member(),
  body: addressSchema.omit({ id: true }).extend({ id: id.positive().optional(), isDefault: z.boolean() }),
  response: addressSchema.extend({ isDefault: z.boolean() }),
});

/**
 * The oldest one left becomes the default if this was it. Refused with NOT_FOUND when there is no such address
 * (specification 7.3).
 */
export const deleteDeliveryAddress = defineCall({
  id: 'admin.deleteDeliveryAddress',
  owner: 'admin',
  method: 'DELETE',
  path: '/api/v1/deliveryAddress/{id}',
  summary: "Removes a delivery address of the user's company; orders keep their copy.",
  guard: member(),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
