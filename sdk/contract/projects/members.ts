import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { projectParam, projectRoleSchema, projectSchema } from './projects.ts';

/** Who is in a project. Every answer is the project as it is then. */

const userId = z.number().int();
const personParams = projectParam.extend({
  side: roleSchema,
  userId: z.coerce.number().int().positive(),
});

/** Customers' people are known to a facility by the orders that it sees of them. At most 20, by name. */
export const listCandidates = defineCall({
  id: 'projects.candidates',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/candidates',
  summary: 'People who can be added: colleagues, and those of the customer who ordered.',
  guard: notKiosk,
  params: projectParam,
  query: z.object({ search: z.string().max(200).default('') }),
  response: z.array(z.object({ userId, name: z.string(), side: roleSchema })),
});

/**
 * An owner adds anybody whom `listCandidates` knows, an editor colleagues, neither as more than they are themselves.
 * Refused with NOT_FOUND when there is no such project or person; with FORBIDDEN when the caller may not; with CONFLICT
 * when the project is closed.
 */
export const addProjectMember = defineCall({
  id: 'projects.addMember',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects/{id}/members',
  summary: 'Adds somebody to a project.',
  guard: notKiosk,
  params: projectParam,
  body: z.object({ userId, side: roleSchema, role: projectRoleSchema }),
  response: projectSchema,
});

/** Refused as `addProjectMember`, and with CONFLICT for the last owner. */
export const changeProjectMember = defineCall({
  id: 'projects.changeMember',
  owner: 'projects',
  method: 'PUT',
  path: '/api/v1/projects/{id}/members/{side}/{userId}',
  summary: 'Gives a member another role in the project.',
  guard: notKiosk,
  params: personParams,
  body: z.object({ role: projectRoleSchema }),
  response: projectSchema,
});

/** Refused with FORBIDDEN unless the caller is an owner or leaves; with CONFLICT for the last owner. */
export const removeProjectMember = defineCall({
  id: 'projects.removeMember',
  owner: 'projects',
  method: 'DELETE',
  path: '/api/v1/projects/{id}/members/{side}/{userId}',
  summary: 'Removes somebody from a project, or leaves it. Their tasks are nobody’s then.',
  guard: notKiosk,
  params: personParams,
  response: z.object({ success: z.literal('true') }),
});

/**
 * Somebody of the other side with this address is added. A facility whose project has no customer yet invites the
 * address to come with its company; who accepts is in the project. Refused with FORBIDDEN when the caller is not an owner,
 * or may not invite people; with INVALID_INPUT when nobody of the other side has the address; with CONFLICT when they are
 * in the project already, or it is closed.
 */
export const inviteToProject = defineCall({
  id: 'projects.invite',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects/{id}/invitations',
  summary: 'Brings somebody of the other side into a project by their e-mail address.',
  guard: notKiosk,
  reauthenticate: true,
  ratePerMinute: 10,
  params: projectParam,
  body: z.object({
    email: z.email().max(254),
    role: projectRoleSchema.exclude(['OWNER']),
    /** Of somebody who has no account yet. */
    companyName: z.string().trim().max(200).default(''),
  }),
  response: z.object({ outcome: z.enum(['ADDED', 'INVITED']), project: projectSchema }),
});
