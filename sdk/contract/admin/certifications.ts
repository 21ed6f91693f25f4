import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';

const id = z.number().int();

/** A certificate of a facility, such as ISO 9001 (product 2, Facility profile). */
export const certificationSchema = z.object({
  id,
  name: z.string(),
  issuer: z.string(),
  /** Day, `2027-03-31`. */
  validUntil: z.string().nullable(),
});

/** Those without an end come last (specification 7.6; product 2, Facility profile). */
export const listCertifications = defineCall({
  id: 'admin.certifications',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/certification',
  summary: 'Certificates that the facility holds (ISO 9001, AS9100), the next to expire first.',
  guard: provider(),
  response: z.array(certificationSchema),
});

/**
 * `validUntil`: `null` for one without an end. Refused with NOT_FOUND when the facility has no
 * certificate with this id (specification 7.6; product 2, Facility profile).
 */
export const saveCertification = defineCall({
  id: 'admin.saveCertification',
  owner: 'admin',
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

/** Refused with NOT_FOUND when the facility has no such certificate (specification 7.6). */
export const deleteCertification = defineCall({
  id: 'admin.deleteCertification',
  owner: 'admin',
  method: 'DELETE',
  path: '/api/v1/certification/{id}',
  summary: 'Removes a certificate from the facility.',
  guard: provider('FACILITY_CONFIG_EDITOR'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.object({ success: z.literal('true') }),
});
