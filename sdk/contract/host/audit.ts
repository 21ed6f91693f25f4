import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';

/** Who did what, when, from where, before and after. */

const reader = member({ anyPermission: ['FACILITY_SETTINGS_EDITOR', 'SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR'] });

const filter = z.object({
  /** In the action, the object, or the person's name and e-mail address. */
  searchString: z.string().max(200).optional(),
  /** Beginning of the action: `team.`, `module.`, `session.` */
  action: z.string().max(60).optional(),
  userId: z.coerce.number().int().positive().optional(),
  /** ISO times. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

/** One change. `before` and `after` are what changed of the object, in a shape that depends on `action`. */
export const auditEntrySchema = z.object({
  id: z.number().int(),
  /** ISO. */
  at: z.string(),
  /** `null` for what the system did itself. */
  user: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
  /** Done with an API key and not in a session. */
  byKey: z.boolean(),
  facilityName: z.string().nullable(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string(),
  /** In words, where the object still has a name. */
  objectName: z.string().nullable(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntryDto = z.infer<typeof auditEntrySchema>;

/**
 * `page` counts from 0. `from` is inclusive, `to` exclusive. `searchString` finds any part of the action, the kind of
 * object, a name or an address, and an object's id only as a whole.
 */
export const searchAudit = defineCall({
  id: 'host.audit',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/audit',
  summary:
    'Changes of rights, settings and modules in the active facility or company, newest first. A super admin of the root facility sees the whole enterprise.',
  guard: reader,
  query: filter.extend({
    page: z.coerce.number().int().min(0).max(100_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  response: z.object({
    entries: z.array(auditEntrySchema),
    totalCount: z.number().int(),
    /** The kinds of action that occur, for the filter. */
    actions: z.array(z.string()),
  }),
  isBulk: ({ query }) => query.size > 50,
});

/**
 * UTF-8 with a byte order mark, a header line in English, newest first; times are ISO. Sent as a file
 * `audit-2026-11-23.csv` while it is being read.
 */
export const exportAudit = defineCall({
  id: 'host.exportAudit',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/audit/export',
  summary: 'The same entries as CSV, at most 100,000.',
  guard: reader,
  produces: 'stream',
  query: filter,
  response: z.unknown(),
});
