import * as z from 'zod';
import { defineCall } from '../call.ts';
import { anyMember, member } from '../guard.ts';

/**
 * Export control (ITAR, EAR). A controlled file is read by who sent it and by people who are cleared: they stated to be
 * US persons, an export-control officer of their facility or company has verified it, and it has not expired; the
 * facility or company does controlled work; and they come from one of its networks. No function alone opens anything,
 * and keys never do. Decided on every read, and every decision is written down.
 */

/** A buyer company has no export-control officer: its super admins decide. */
const officer = member({ memberRoles: ['ITAR_ADMIN', 'ENG_SUPER_ADMIN'] });
const date = z.iso.date();

/** On what a person bases the statement to be a US person (product 3.11). */
export const personBasisSchema = z.enum(['CITIZEN', 'PERMANENT_RESIDENT', 'PROTECTED_INDIVIDUAL']);
/** NONE: no statement. STATED: waits for an officer. VERIFIED: counts until it expires (product 3.11). */
export const clearanceStatusSchema = z.enum(['NONE', 'STATED', 'VERIFIED', 'EXPIRED', 'REVOKED']);

/** The clearance of the caller, and what is missing. Dates are ISO dates. */
export const clearanceSchema = z.object({
  status: clearanceStatusSchema,
  basis: personBasisSchema.nullable(),
  statedOn: date.nullable(),
  /** Last day it counts. */
  expiresOn: date.nullable(),
  /** The facility or company does controlled work at all. */
  enabled: z.boolean(),
  /** The caller comes from a network it allows. */
  networkAllowed: z.boolean(),
});
export type Clearance = z.infer<typeof clearanceSchema>;

/** Product 3.11. */
export const ownClearance = defineCall({
  id: 'host.ownClearance',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/export-control/clearance',
  summary: 'Whether the caller may read controlled files here, and what is missing if not.',
  guard: anyMember('It answers about the caller and nobody else.'),
  response: clearanceSchema,
});

/** Product 3.11. */
export const stateUsPerson = defineCall({
  id: 'host.stateUsPerson',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/export-control/clearance',
  summary: 'States that the caller is a US person (22 CFR 120.62). Opens nothing before an officer has verified it.',
  guard: anyMember('Everybody may state what they are; it opens nothing before an officer has verified it.'),
  reauthenticate: true,
  body: z.object({ basis: personBasisSchema, confirmed: z.literal(true) }),
  response: clearanceSchema,
});

/** A person with a statement, for officers. Dates are ISO dates. */
export const clearedPersonSchema = z.object({
  userId: z.number().int(),
  name: z.string(),
  email: z.string(),
  status: clearanceStatusSchema,
  basis: personBasisSchema.nullable(),
  statedOn: date.nullable(),
  expiresOn: date.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string(),
});

/** Product 3.11. */
export const listClearances = defineCall({
  id: 'host.listClearances',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/export-control/people',
  summary: 'Everybody of the facility or company who made a statement, those to be decided first.',
  guard: officer,
  query: z.object({
    page: z.coerce.number().int().min(0).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({ content: z.array(clearedPersonSchema), totalElements: z.number().int() }),
});

/**
 * Refused with FORBIDDEN when officers decide about themselves; with INVALID_INPUT when `expiresOn` is past or too
 * far ahead; with NOT_FOUND when no such person made a statement here (product 3.11).
 */
export const decideClearance = defineCall({
  id: 'host.decideClearance',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/export-control/people/{userId}',
  summary: 'Verifies a statement up to a day at most two years ahead, or revokes it. Nobody decides about themselves.',
  guard: officer,
  reauthenticate: true,
  params: z.object({ userId: z.coerce.number().int().positive() }),
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('VERIFY'), expiresOn: date, reason: z.string().trim().max(500).default('') }),
    z.object({ decision: z.literal('REVOKE'), reason: z.string().trim().min(1).max(500) }),
  ]),
  response: clearedPersonSchema,
});

/** Whether and from where a facility (through its root) or a buyer company does controlled work (product 3.11). */
export const exportPolicySchema = z.object({
  enabled: z.boolean(),
  /** Addresses controlled files may be read from, as CIDR (`203.0.113.0/24`, `2001:db8::/32`); empty: any. */
  networks: z.array(z.union([z.cidrv4(), z.cidrv6()])).max(100),
});
export type ExportPolicy = z.infer<typeof exportPolicySchema>;

/** Product 3.11. */
export const readExportPolicy = defineCall({
  id: 'host.readExportPolicy',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/export-control/policy',
  summary: 'Whether controlled work is done here, and from which networks.',
  guard: officer,
  response: exportPolicySchema,
});

/** Refused with INVALID_INPUT when `networks` leaves out the address of the caller (product 3.11). */
export const saveExportPolicy = defineCall({
  id: 'host.saveExportPolicy',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/export-control/policy',
  summary: 'Changes it for everybody at once. A list that leaves out the address the caller comes from is refused.',
  guard: officer,
  reauthenticate: true,
  body: exportPolicySchema,
  response: exportPolicySchema,
});

/**
 * Answers how many files lost the mark. Refused with NOT_FOUND when the file is not of the own facility or company;
 * with CONFLICT while it cannot be released (product 3.11).
 */
export const releaseFile = defineCall({
  id: 'host.releaseFile',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/export-control/release/{fileId}',
  summary:
    'Takes the mark off a file and everything made from it, with a reason; the contents leave the controlled store.',
  guard: officer,
  reauthenticate: true,
  params: z.object({ fileId: z.coerce.number().int().positive() }),
  body: z.object({ reason: z.string().trim().min(3).max(500) }),
  response: z.object({ released: z.number().int() }),
});

/**
 * Decides again at each request. Refused with NOT_FOUND when the ticket was changed or made up; with LINK_EXPIRED
 * when its time or its session is over; with EXPORT_CONTROLLED when the right is gone (product 3.11).
 */
export const controlledContent = defineCall({
  id: 'host.controlledContent',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/controlled-files/{ticket}',
  summary: 'The bytes behind a ticket of at most five minutes that is bound to one person and file.',
  guard: { kind: 'public' },
  produces: 'stream',
  params: z.object({ ticket: z.string().max(1000) }),
  query: z.object({ download: z.enum(['true', 'false']).optional() }),
  response: z.unknown(),
});
