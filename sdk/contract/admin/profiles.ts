import * as z from 'zod';
import { defineCall } from '../call.ts';
import { engineer, member, provider } from '../guard.ts';
import { postalAddressSchema } from '../host/addresses.ts';
import { sessionEngineerSchema, sessionFacilitySchema } from '../host/session.ts';
import { lineSchema } from '../line.ts';

/** The profiles of facilities and buyer companies (specification 7.1). */

const id = z.number().int();
const timeZone = z.string().min(1).max(60);
const address = postalAddressSchema.nullable();

/**
 * A facility's profile. `marketplace`: offered to buyers outside its enterprise (specification 7.1; product 2, Facility
 * profile).
 */
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

/** Specification 7.1; product 2, Facility profile. */
export const readProviderProfile = defineCall({
  id: 'admin.providerProfile',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/sp/profile',
  summary: 'The active facility: name, address, time zone and what it may do.',
  guard: provider(),
  response: providerProfileSchema,
});

/**
 * `timeZone` is an IANA name. Left out, `logoFileId` stays as it is. Refused with INVALID_INPUT when there is no such
 * `timeZone` or `address.countryCode`, or the logo is no PNG, JPEG, GIF or WebP, is export controlled, or the caller
 * may not see it (specification 7.1; product 2, Facility profile).
 */
export const updateProviderProfile = defineCall({
  id: 'admin.updateProviderProfile',
  owner: 'admin',
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

/** Specification 7.1; product 2, Facility profile. */
export const readEngineerProfile = defineCall({
  id: 'admin.engineerProfile',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/engineer/profile',
  summary: 'The buyer company: name, address and what it may do.',
  guard: engineer,
  response: engineerProfileSchema,
});

/**
 * Refused with INVALID_INPUT (`billingAddress.countryCode`) when there is no such country (product 2, Facility
 * profile).
 */
export const updateEngineerProfile = defineCall({
  id: 'admin.updateEngineerProfile',
  owner: 'admin',
  method: 'PUT',
  path: '/api/v1/engineer/profile',
  summary: 'Changes the buyer company.',
  guard: member({ roles: ['ROLE_ENGINEER'], memberRoles: ['ENG_SUPER_ADMIN', 'ENG_ADMIN'] }),
  body: z.object({ companyName: lineSchema(200).min(1), billingAddress: address, phone: lineSchema(40) }),
  response: engineerProfileSchema,
});

/** Answers the state it has now (specification 7.1). */
export const joinMarketplace = defineCall({
  id: 'admin.marketplace',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/users/marketplace',
  summary: 'Offers the active facility to buyers outside its enterprise, or stops offering it.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ enabled: z.boolean() }),
});
