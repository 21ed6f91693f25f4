import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';

/**
 * Front doors: the addresses of this site that belong to an enterprise. Under these people see its theme, links, sign-in
 * and languages; under any other those of the enterprise that runs the site, which is the first one made.
 */

const editor = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['FACILITY_SETTINGS_EDITOR'],
  memberRoles: ['SP_SUPER_ADMIN'],
  rootFacility: true,
});

/** A host name with a dot; neither an IP address nor one of this machine. */
const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite((text) => text.replace(/\.$/, ''))
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/, 'An address like parts.example.com')
  .meta({ examples: ['parts.example.com'] });

export const newFrontDoorSchema = z.object({ domain: hostName });

export const frontDoorSchema = z.object({
  id: z.number().int(),
  domain: z.string(),
  verified: z.boolean(),
  /** When its DNS was last asked, ISO; `null` before the first time. */
  checkedAt: z.string().nullable(),
  /** Name and value of the TXT record that shows that the domain is the enterprise's. */
  record: z.string(),
  value: z.string(),
});

export const listFrontDoors = defineCall({
  id: 'host.frontDoors',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/front-doors',
  summary: 'The addresses of this enterprise, and whether every address that nobody owns is its too.',
  guard: editor,
  response: z.object({ facilityId: z.number().int(), isDefault: z.boolean(), doors: z.array(frontDoorSchema) }),
});

/** Refused with CONFLICT where the enterprise has this address, or has 50. */
export const addFrontDoor = defineCall({
  id: 'host.addFrontDoor',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/front-doors',
  summary: 'Claims an address. It shows the enterprise once `checkFrontDoor` has found the TXT record.',
  guard: editor,
  ratePerMinute: 30,
  body: newFrontDoorSchema,
  response: frontDoorSchema,
});

/**
 * An address whose record is gone is no longer the enterprise's. Refused with NOT_FOUND when the enterprise has no such
 * address; with CONFLICT when another enterprise owns it and its record is still there; with UNAVAILABLE when the DNS
 * gives no answer: then everything stays.
 */
export const checkFrontDoor = defineCall({
  id: 'host.checkFrontDoor',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/front-doors/{id}/check',
  summary: 'Asks the DNS for the TXT record of an address.',
  guard: editor,
  ratePerMinute: 10,
  reauthenticate: true,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: frontDoorSchema,
});

/** Refused with NOT_FOUND when the enterprise has no such address. */
export const deleteFrontDoor = defineCall({
  id: 'host.deleteFrontDoor',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/front-doors/{id}',
  summary: 'Gives up an address.',
  guard: editor,
  reauthenticate: true,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
