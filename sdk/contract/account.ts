import * as z from 'zod';
import { defineCall } from './call.ts';
import { roleSchema } from './enums.ts';
import { anyone, engineer, member, provider, signedIn } from './guard.ts';
import { addressSchema, internalFacilitySchema } from './places.ts';
import { sessionEngineerSchema, sessionFacilitySchema, sessionUserSchema } from './session.ts';

/** Registration, passwords, API keys, profiles and switching (specification 7.1 and section 6). */

const done = z.object({ success: z.literal('true') });
const email = z.email('Please enter email').max(254);
const password = z.string().min(10).max(1000);
const personName = z.string().trim().min(1).max(100);
/** From a mailed link. */
const secret = z.string().min(20).max(200);

export const forgotPassword = defineCall({
  id: 'host.forgotPassword',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/forgotPassword',
  summary: 'Mails a link that sets a new password. Answers the same whether or not the address is known.',
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({ email }),
  response: done,
  unfinished: true,
});

export const resetPassword = defineCall({
  id: 'host.resetPassword',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/reset-password/{token}',
  summary: 'Sets a new password with the token of a mailed link, and ends every session of the user.',
  guard: anyone,
  ratePerMinute: 10,
  params: z.object({ token: secret }),
  body: z.object({ password }),
  response: done,
  unfinished: true,
});

export const register = defineCall({
  id: 'host.register',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/register',
  summary: "Opens an engineer's account and mails a link that verifies the address.",
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({
    firstName: personName,
    lastName: personName,
    email,
    password,
    companyName: z.string().trim().min(1).max(200),
  }),
  response: done,
  unfinished: true,
});

export const registerWithoutVerification = defineCall({
  id: 'host.registerWithoutVerification',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/register-without-verification',
  summary: 'Opens the account of somebody invited; the token of the mailed invitation proves the address.',
  guard: anyone,
  ratePerMinute: 10,
  body: z.object({ token: secret, firstName: personName, lastName: personName, password }),
  response: done,
  unfinished: true,
});

export const verifyEmail = defineCall({
  id: 'host.verifyEmail',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/verify-email/{hash}',
  summary: 'Marks the e-mail address as verified.',
  guard: anyone,
  changesState: true,
  ratePerMinute: 20,
  params: z.object({ hash: secret }),
  response: done,
  unfinished: true,
});

export const resendEmailVerification = defineCall({
  id: 'host.resendEmailVerification',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/resendEmailVerification',
  summary: 'Mails the verification link again.',
  guard: signedIn,
  changesState: true,
  ratePerMinute: 3,
  response: done,
  unfinished: true,
});

/** API keys. `key` acts for the account (facility or company) and is absent for those who may not see it. */
export const apiKeysSchema = z.object({ key: z.string().nullable(), userKey: z.string().nullable() });

const keyHolder = member({ accountTypes: ['SERVICE_PROVIDER', 'ENGINEER'] });

export const readKeys = defineCall({
  id: 'host.keys',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/keys',
  summary: 'API keys of the account and of the user.',
  guard: keyHolder,
  response: apiKeysSchema,
  unfinished: true,
});

export const resetKeys = defineCall({
  id: 'host.resetKeys',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/users/reset-keys',
  summary: 'Makes new API keys; the old ones stay valid for `overlapHours`.',
  guard: keyHolder,
  changesState: true,
  ratePerMinute: 5,
  query: z.object({
    which: z.enum(['ACCOUNT', 'USER', 'BOTH']).default('BOTH'),
    overlapHours: z.coerce.number().int().min(0).max(24).default(0),
  }),
  response: apiKeysSchema,
  unfinished: true,
});

export const joinMarketplace = defineCall({
  id: 'host.marketplace',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/marketplace',
  summary: 'Offers the active facility to buyers outside its enterprise, or stops offering it.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: z.object({ enabled: z.boolean() }),
  response: z.object({ enabled: z.boolean() }),
  unfinished: true,
});

export const switchRole = defineCall({
  id: 'host.switchRole',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/switch-role/{role}',
  summary: 'Makes another role that the user holds the active one; only its rights count from then on.',
  guard: member({ permissions: ['SWITCH_DASHBOARD'] }),
  params: z.object({ role: roleSchema }),
  response: sessionUserSchema,
  unfinished: true,
});

export const switchFacility = defineCall({
  id: 'host.switchFacility',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/users/switch-facility/{id}',
  summary: 'Moves the user to another facility of the tree and renews the session.',
  guard: provider(),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: sessionUserSchema,
  unfinished: true,
});

export const providerProfileSchema = sessionFacilitySchema.extend({
  address: addressSchema.nullable(),
  phone: z.string(),
  website: z.string(),
  description: z.string(),
  logoURL: z.string().nullable(),
  itarEnabled: z.boolean(),
});

export const readProviderProfile = defineCall({
  id: 'host.providerProfile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/sp/profile',
  summary: 'The active facility: name, address, time zone and what it may do.',
  guard: provider(),
  response: providerProfileSchema,
  unfinished: true,
});

export const updateProviderProfile = defineCall({
  id: 'host.updateProviderProfile',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/sp/profile',
  summary: 'Changes the active facility.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  body: z.object({
    companyName: z.string().trim().min(1).max(200),
    address: addressSchema.omit({ id: true }).nullable(),
    phone: z.string().max(40),
    website: z.string().max(300),
    description: z.string().max(5000),
    timeZone: z.string().max(60),
  }),
  response: providerProfileSchema,
  unfinished: true,
});

export const readEngineerProfile = defineCall({
  id: 'host.engineerProfile',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/engineer/profile',
  summary: 'The buyer company: name, address and what it may do.',
  guard: engineer,
  response: sessionEngineerSchema.extend({ billingAddress: addressSchema.nullable(), phone: z.string() }),
  unfinished: true,
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
  unfinished: true,
});
