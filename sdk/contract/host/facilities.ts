import * as z from 'zod';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { engineer, member, provider } from '../guard.ts';
import { addressSchema, internalFacilitySchema } from './places.ts';
import { sessionEngineerSchema, sessionFacilitySchema } from './session.ts';

/** Facilities of an enterprise, and the profiles of facilities and buyer companies (specification 7.1, product screens). */

const id = z.number().int();
const timeZone = z.string().min(1).max(60);
const address = addressSchema.omit({ id: true }).nullable();

export const providerProfileSchema = sessionFacilitySchema.extend({
  address,
  phone: z.string(),
  website: z.string(),
  description: z.string(),
  /** A stored file, relative to the media address. */
  logoURL: z.string().nullable(),
  itarEnabled: z.boolean(),
  marketplace: z.boolean(),
});

export const readProviderProfile = defineCall({
  id: 'host.providerProfile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/sp/profile',
  summary: 'The active facility: name, address, time zone and what it may do.',
  guard: provider(),
  response: providerProfileSchema,
});

export const updateProviderProfile = defineCall({
  id: 'host.updateProviderProfile',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/sp/profile',
  summary: 'Changes the active facility. The time zone decides what a day is on its schedule.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: z.object({
    companyName: lineSchema(200).min(1),
    address,
    phone: lineSchema(40),
    /** Empty, or an https address. */
    website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]),
    description: z.string().max(5000),
    timeZone,
    /** A stored picture that the caller may see; `null` for none. */
    logoFileId: id.positive().nullable().optional(),
  }),
  response: providerProfileSchema,
});

export const engineerProfileSchema = sessionEngineerSchema.extend({ billingAddress: address, phone: z.string() });

export const readEngineerProfile = defineCall({
  id: 'host.engineerProfile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/engineer/profile',
  summary: 'The buyer company: name, address and what it may do.',
  guard: engineer,
  response: engineerProfileSchema,
});

export const updateEngineerProfile = defineCall({
  id: 'host.updateEngineerProfile',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/engineer/profile',
  summary: 'Changes the buyer company.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: ['ENG_SUPER_ADMIN', 'ENG_ADMIN'] }),
  body: z.object({ companyName: lineSchema(200).min(1), billingAddress: address, phone: lineSchema(40) }),
  response: engineerProfileSchema,
});

export const listVendors = defineCall({
  id: 'host.vendors',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/vendor',
  summary: 'Facilities that the account works with; `internal` ones are of its own enterprise.',
  guard: member(),
  query: z.object({ vendorType: z.enum(['internal']) }),
  response: z.array(internalFacilitySchema),
});

const overseer = member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: ['SP_SUPER_ADMIN'], rootFacility: true });

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

export const listFacilities = defineCall({
  id: 'host.facilities',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/sp/facilities',
  summary: 'Facilities of the enterprise with what runs in them.',
  guard: overseer,
  response: z.array(facilitySchema),
});

export const addFacility = defineCall({
  id: 'host.addFacility',
  owner: 'host',
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

export const updateFacility = defineCall({
  id: 'host.updateFacility',
  owner: 'host',
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

export const certificationSchema = z.object({
  id,
  name: z.string(),
  issuer: z.string(),
  /** Day, `2027-03-31`. */
  validUntil: z.string().nullable(),
});

export const listCertifications = defineCall({
  id: 'host.certifications',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/certification',
  summary: 'Certificates that the facility holds (ISO 9001, AS9100), the next to expire first.',
  guard: provider(),
  response: z.array(certificationSchema),
});

export const saveCertification = defineCall({
  id: 'host.saveCertification',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/certification',
  summary: 'Adds a certificate to the facility, or changes the one with the given id.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: z.object({
    id: id.positive().optional(),
    name: lineSchema(200).min(1),
    issuer: lineSchema(200),
    validUntil: z.iso.date().nullable(),
  }),
  response: certificationSchema,
});

export const deleteCertification = defineCall({
  id: 'host.deleteCertification',
  owner: 'host',
  method: 'DELETE',
  path: '/api/v1/certification/{id}',
  summary: 'Removes a certificate from the facility.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
