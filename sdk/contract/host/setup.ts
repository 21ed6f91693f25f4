import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyone } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { emailSchema, newPasswordSchema, personNameSchema } from './account.ts';
import { sessionUserSchema } from './session.ts';

/** The first facility and its administrator, on a server where nobody is yet. */

/** From the link that the server printed at its start. */
const token = z.string().min(20).max(200);

/** `countryCode`: two letters of ISO 3166; `timeZone`: of IANA; `currency`: of ISO 4217; `language` as `en_US`. */
export const firstFacilitySchema = z.object({
  facility: lineSchema(200).min(1),
  line1: lineSchema(200),
  postalCode: lineSchema(20),
  city: lineSchema(100),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  timeZone: z.string().min(1).max(60),
  currency: z.string().regex(/^[A-Z]{3}$/),
  firstName: personNameSchema,
  lastName: personNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  language: z
    .string()
    .regex(/^[a-z]{2}_[A-Z]{2}$/)
    .optional(),
});

/** Refused with LINK_EXPIRED when the link is older than four hours, was used, or a later start has printed another. */
export const readSetup = defineCall({
  id: 'host.readSetup',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/setup/{token}',
  summary: 'Whether the link that the server printed at its start still works, and which countries there are.',
  guard: anyone,
  ratePerMinute: 30,
  params: z.object({ token }),
  response: z.object({ countryCodes: z.array(z.string()) }),
});

/**
 * Works once; of two at the same moment one wins. Refused with LINK_EXPIRED as `readSetup` is, and when the server is
 * set up already; with INVALID_INPUT when the password is easy to guess, or there is no such country, time zone or
 * currency.
 */
export const setUp = defineCall({
  id: 'host.setUp',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/setup',
  summary: 'Makes the first facility and its administrator, and signs them in.',
  guard: anyone,
  ratePerMinute: 10,
  body: firstFacilitySchema.extend({ token }),
  response: sessionUserSchema,
});
