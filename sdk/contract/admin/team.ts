import * as z from 'zod';
import { emailSchema } from '../host/account.ts';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { namedSchema } from '../named.ts';
import { accountTypeSchema, authoritySchema, dashboardSchema, memberRoleSchema, permissionSchema } from '../enums.ts';
import { anyMember, member } from '../guard.ts';

/** People, departments and mail (specification 7.6, named there without fields; product: Team, 3.12). */

const id = z.number().int();

const done = z.object({ success: z.literal('true') });

const editor = member({ anyPermission: ['SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR'] });

const path = z.object({ id: z.coerce.number().int().positive() });

/** Somebody in the team of a facility or company, or invited to it (product 2, Team). */
export const teamMemberSchema = z.object({
  /** Of the membership; for somebody invited, of the invitation. */
  id,
  status: z.enum(['INVITED', 'ACTIVE', 'DISABLED']),
  /** `null` until an invitation is accepted. */
  userId: id.nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  accountType: accountTypeSchema,
  /** Facility or buyer company; `id` is `null` for a third-party engineer's company until they come. */
  place: z.object({ id: id.nullable(), name: z.string() }),
  memberRoles: z.array(memberRoleSchema),
  /** What they may do: the defaults of the roles, more `granted`, less `revoked`. */
  permissions: z.array(permissionSchema),
  granted: z.array(permissionSchema),
  revoked: z.array(permissionSchema),
  authorities: z.array(authoritySchema),
  departments: z.array(namedSchema),
  /** What they work in; `null` for service providers, and until an invitation is accepted. */
  dashboard: dashboardSchema.nullable(),
  /** ISO. */
  lastSignIn: z.string().nullable(),
  secondFactor: z.boolean(),
  /** INVITED: until when the link works, ISO. */
  validUntil: z.string().nullable(),
  /** Themselves, or more powerful than the caller: shown, but not to be changed. */
  locked: z.boolean(),
});

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * People by last name, then invitations, the newest first; `size` is the most of both together. Refused with FORBIDDEN
 * when a buyer company asks for THIRD_PARTY (specification 9; product 2, Team).
 */
export const listTeam = defineCall({
  id: 'admin.team',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/team',
  summary: 'People of the active facility or company; with `invited`, those who have not come yet too.',
  guard: editor,
  query: z.object({
    size: z.coerce.number().int().min(1).max(5000).default(5000),
    invited: z.enum(['true', 'false']).optional(),
    /** `THIRD_PARTY`: the third-party engineers whom a facility has let in. */
    kind: z.enum(['OWN', 'THIRD_PARTY']).default('OWN'),
  }),
  response: z.array(teamMemberSchema),
});

/** What somebody is given. Refused (FORBIDDEN) where the caller lacks it; a permission that the roles never allow is INVALID_INPUT. */
const rights = {
  memberRoles: z.array(memberRoleSchema).min(1).max(8),
  granted: z.array(permissionSchema).max(30),
  revoked: z.array(permissionSchema).max(30),
};

/**
 * Refused with FORBIDDEN when the caller would give a right they lack, or a buyer company invites a THIRD_PARTY; with
 * INVALID_INPUT when nobody of this kind can have such rights, or `companyName` is missing; with CONFLICT as well when
 * the address is invited already; with RATE_LIMITED after five mails an hour to one address (product 2, Team; 3.12).
 */
export const invite = defineCall({
  id: 'admin.invite',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/team/invitations',
  summary:
    'Mails an invitation that holds for seven days. A third-party engineer comes with a company of their own. CONFLICT for somebody who is in the team already.',
  guard: editor,
  reauthenticate: true,
  ratePerMinute: 30,
  body: z.object({
    email: emailSchema,
    kind: z.enum(['OWN', 'THIRD_PARTY']),
    /** THIRD_PARTY: name of their company. */
    companyName: lineSchema(200).optional(),
    ...rights,
  }),
  response: teamMemberSchema,
});

/**
 * Also for one whose seven days are over. Refused with NOT_FOUND when there is no such open invitation here; with
 * FORBIDDEN when it gives more than the caller has; with RATE_LIMITED after five mails an hour to one address (product
 * 2, Team).
 */
export const resendInvitation = defineCall({
  id: 'admin.resendInvitation',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/team/invitations/{id}/resend',
  summary: 'Mails an invitation again, with a new link and seven new days.',
  guard: editor,
  ratePerMinute: 30,
  params: path,
  response: teamMemberSchema,
});

/**
 * Refused with NOT_FOUND when there is no such open invitation here; with FORBIDDEN when it gives more than the caller
 * has (product 2, Team).
 */
export const revokeInvitation = defineCall({
  id: 'admin.revokeInvitation',
  owner: 'admin',
  method: 'DELETE',
  path: '/api/v1/team/invitations/{id}',
  summary: 'Takes an invitation back; its link no longer works.',
  guard: editor,
  params: path,
  response: done,
});

/**
 * Refused with NOT_FOUND when there is no such person in the team; with FORBIDDEN when it is the caller, somebody with
 * more rights, or a right that the caller lacks; with INVALID_INPUT when nobody of this side can have such rights, a
 * department is not of this place, or their kind of account has no such dashboard (product 2, Team; 3.12).
 */
export const updateMember = defineCall({
  id: 'admin.updateMember',
  owner: 'admin',
  method: 'PUT',
  path: '/api/v1/team/{id}',
  summary:
    'Changes roles, permissions, authorities and dashboard of somebody in the team. Their open pages follow at once. LAST_SUPER_ADMIN protects the last one.',
  guard: editor,
  reauthenticate: true,
  params: path,
  body: z.object({
    ...rights,
    authorities: z.array(authoritySchema).max(4),
    departmentIds: z.array(id).max(50),
    /** Stays as it is when left out. */
    dashboard: dashboardSchema.optional(),
  }),
  response: teamMemberSchema,
});

/**
 * Refused with NOT_FOUND when there is no such person in the team; with FORBIDDEN when it is the caller or somebody
 * with more rights; with LAST_SUPER_ADMIN when nobody else is super admin (product 2, Team).
 */
export const enableMember = defineCall({
  id: 'admin.enableMember',
  owner: 'admin',
  method: 'PUT',
  path: '/api/v1/team/{id}/enabled',
  summary: 'Lets somebody in again, or shuts them out: their sessions end and their API key stops at once.',
  guard: editor,
  reauthenticate: true,
  params: path,
  body: z.object({ enabled: z.boolean() }),
  response: teamMemberSchema,
});

/**
 * Rights stay, departments do not. Refused with NOT_FOUND when the person or the facility is not of the enterprise;
 * with CONFLICT when the facility is closed or they belong to it already; with FORBIDDEN when it is the caller; with
 * LAST_SUPER_ADMIN when nobody else is super admin where they are (product 2, Facilities; 3.10).
 */
export const moveMember = defineCall({
  id: 'admin.moveMember',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/team/{id}/facility',
  summary: 'Moves somebody to another facility of the enterprise; audited on both sides.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    permissions: ['SP_TEAM_EDITOR'],
    memberRoles: ['SP_SUPER_ADMIN'],
    rootFacility: true,
  }),
  reauthenticate: true,
  params: path,
  body: z.object({ facilityId: id.positive() }),
  response: teamMemberSchema,
});

/**
 * The person gets a mail. Refused with NOT_FOUND when there is no such person in the team; with FORBIDDEN when it is
 * the caller, somebody with more rights, or somebody who administers another enterprise or company.
 */
export const resetMemberFactors = defineCall({
  id: 'admin.resetMemberFactors',
  owner: 'admin',
  method: 'DELETE',
  path: '/api/v1/team/{id}/second-factors',
  summary: 'Removes the second factors of somebody who has lost them, and ends their sessions.',
  guard: editor,
  reauthenticate: true,
  params: path,
  response: teamMemberSchema,
});

/** By name (specification 7.6; product 2, Team). */
export const listDepartments = defineCall({
  id: 'admin.departments',
  owner: 'admin',
  method: 'GET',
  path: '/api/v1/department',
  summary: 'Departments of the active facility or company.',
  guard: anyMember('Names of departments of the own company or facility, and nothing of their people.'),
  response: z.array(namedSchema),
});

/** Names that differ only in upper and lower case are the same (specification 7.6; product 2, Team). */
export const addDepartment = defineCall({
  id: 'admin.addDepartment',
  owner: 'admin',
  method: 'POST',
  path: '/api/v1/department',
  summary: 'Adds a department to the active facility or company. CONFLICT for a name that it has.',
  guard: editor,
  body: z.object({ name: lineSchema(100).min(1) }),
  response: namedSchema,
});

/** ENABLED and DISABLED: a member; INVITED: somebody who is none yet. */
export const teamChanged = defineEvent({
  type: 'team.changed',
  summary: 'Somebody was invited to the team of a facility, or a member was disabled or enabled.',
  payload: z.object({
    facilityId: id,
    what: z.enum(['INVITED', 'DISABLED', 'ENABLED']),
    userId: id.nullable(),
    invitationId: id.nullable(),
  }),
  guard: editor,
  origin: 'server',
});
