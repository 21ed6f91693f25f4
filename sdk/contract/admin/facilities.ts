import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';
import { lineSchema } from '../line.ts';

/** The facilities of an enterprise, as its root facility sees them (product screens). */

const id = z.number().int();
const timeZone = z.string().min(1).max(60);
const overseer = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: ['SP_SUPER_ADMIN'], rootFacility: true });

/**
 * A facility of the enterprise. `location`: city and country code; `machines`, `users` and `activeJobs` are counts
 * (product 2, Facilities).
 */
export const facilitySchema = z.object({
  id,
  companyName: z.string(),
  /** Short name on travellers and labels. */
  code: z.string(),
  location: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  root: z.boolean(),
  active: z.boolean(),
  workplanEnabled: z.boolean(),
  itarEnabled: z.boolean(),
  machines: id,
  users: id,
  /** Queued, waiting, running and paused. */
  activeJobs: id,
  /** Features that are on. */
  flags: z.array(z.string()),
});

/** The root first, then by name; closed ones too (product 2, Facilities). */
export const listFacilities = defineCall({
  id: 'admin.facilities',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/sp/facilities',
  summary: 'Facilities of the enterprise with what runs in them.',
  guard: overseer,
  response: z.array(facilitySchema),
});

/**
 * `timeZone` is an IANA name, `currency` ISO 4217. Refused with INVALID_INPUT when there is no such `timeZone` or
 * `currency`, or another facility has the `code`; with NOT_FOUND when `copyFrom` is not of the enterprise (product 2,
 * Facilities).
 */
export const addFacility = defineCall({
  id: 'admin.addFacility',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/sp/facilities',
  summary: 'Opens a facility, with the settings of another one when `copyFrom` names it.',
  guard: overseer,
  body: z.object({
    companyName: lineSchema(200).min(1),
    code: lineSchema(12),
    timeZone,
    currency: z.string().regex(/^[A-Z]{3}$/),
    copyFrom: id.positive().nullable(),
  }),
  response: facilitySchema,
});

/**
 * Refused with NOT_FOUND when it is not of the enterprise; with INVALID_INPUT as `addFacility`; with CONFLICT as well
 * when the root facility would be closed (product 2, Facilities).
 */
export const updateFacility = defineCall({
  id: 'admin.updateFacility',
  owner: 'admin',
  method: 'PUT',
  path: '/api/v1/sp/facilities/{id}',
  summary:
    'Changes a facility of the enterprise. Closing one is refused (CONFLICT) while it has open orders or active jobs; nobody can switch to a closed one.',
  guard: overseer,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({
    companyName: lineSchema(200).min(1),
    code: lineSchema(12),
    timeZone,
    workplanEnabled: z.boolean(),
    itarEnabled: z.boolean(),
    active: z.boolean(),
  }),
  response: facilitySchema,
});
