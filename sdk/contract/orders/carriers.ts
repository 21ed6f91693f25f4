import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, providerNotKiosk } from '../guard.ts';
import { isTrackingNumber, isTrackingUrl, longestNumber } from './trackingNumbers.ts';

/** Who takes shipments away, as data of the facility: services, where they can be followed, what their numbers look like. */

/** OWN: the facility's own delivery; PICKUP: the customer comes. Neither has tracking numbers. */
export const carrierKindSchema = z.enum(['PARCEL', 'OWN', 'PICKUP']);

const pattern = z
  .string()
  .trim()
  .max(longestNumber)
  .regex(/^[0-9A-Z#][0-9A-Z# -]*\*?$/)
  .meta({ examples: ['AA999999999DE'] });

export const carrierSchema = z.object({
  /** Stays what it is when the name changes. */
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .meta({ examples: ['courier-1'] }),
  kind: carrierKindSchema,
  /** Empty for OWN and PICKUP: their name in the reader's language. */
  name: z.string().trim().max(60),
  services: z.array(z.string().trim().min(1).max(60)).max(20),
  /** `https://…{number}…`; `null`: the carrier has no such page. */
  trackingUrl: z
    .string()
    .max(300)
    .refine(isTrackingUrl)
    .meta({ examples: ['https://carrier.example/track?number={number}'] })
    .nullable(),
  /** See `fitsPattern`. Empty: any number will do. */
  patterns: z.array(pattern).max(10),
  /** A number as the carrier writes it. */
  example: z.string().trim().max(longestNumber),
  active: z.boolean(),
});
export type Carrier = z.infer<typeof carrierSchema>;

/** What is wrong with the carriers that somebody wants to keep, by the place of its field. */
export function wrongCarriers(carriers: readonly Carrier[]): Record<string, 'NAME' | 'TWICE' | 'EXAMPLE'> {
  const wrong: Record<string, 'NAME' | 'TWICE' | 'EXAMPLE'> = {};
  carriers.forEach((carrier, index) => {
    const { key, kind, name, patterns, example } = carrier;
    const twin = carriers.findIndex(
      (other) => other.key === key || (name !== '' && other.name.toLowerCase() === name.toLowerCase()),
    );
    if (kind === 'PARCEL' && name === '') wrong[`carriers.${index}.name`] = 'NAME';
    else if (twin !== index) wrong[`carriers.${index}.name`] = 'TWICE';
    // Whoever is told that a number does not fit is shown one that does.
    if (patterns.length > 0 && !isTrackingNumber(carrier, example)) wrong[`carriers.${index}.example`] = 'EXAMPLE';
  });
  return wrong;
}

const keptSchema = z.object({
  /** Counts the changes; 0 where the facility has changed nothing. */
  version: z.number().int().min(0),
  carriers: z.array(carrierSchema),
});
export type KeptCarriers = z.infer<typeof keptSchema>;

export const listCarriers = defineCall({
  id: 'orders.carriers',
  owner: 'orders',
  method: 'GET',
  path: '/api/v1/sp/carriers',
  summary: 'Carriers of the active facility, those that are switched off too.',
  guard: providerNotKiosk,
  response: keptSchema,
});

/**
 * Built-in carriers that are left out are switched off. Refused with CONFLICT when `version` is not the present one: it says
 * who was faster; with INVALID_INPUT for a name that is missing or there twice, and an example that fits no pattern.
 */
export const saveCarriers = defineCall({
  id: 'orders.saveCarriers',
  owner: 'orders',
  method: 'PUT',
  path: '/api/v1/sp/carriers',
  summary: 'Replaces the carriers of the active facility.',
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: ['SP_SUPER_ADMIN', 'SP_ADMIN', 'SP_MANAGER'] }),
  body: keptSchema.extend({ carriers: z.array(carrierSchema).min(1).max(60) }),
  response: keptSchema,
});
