import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { moneySchema } from '../orders/orderFile.ts';

/**
 * Projects: a label and a room for orders, parts, tasks, files and messages (product 2, Projects). A project has people of
 * at most one facility and one buyer company. Only its members know that it exists, and each sees of its orders and parts
 * what they may see anyway. Money in minor units; dates are `YYYY-MM-DD`, times ISO dates and times.
 */

const id = z.number().int();
const dateSchema = z.iso.date();
export const projectParam = z.object({ id: z.coerce.number().int().positive() });
export const paging = z.object({
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(15),
});

/** An OWNER also changes name, dates and members; an EDITOR what is in the project; a READER reads and writes messages. */
export const projectRoleSchema = z.enum(['OWNER', 'EDITOR', 'READER']);
export type ProjectRole = z.infer<typeof projectRoleSchema>;

export const projectMemberSchema = z.object({
  userId: id,
  name: z.string(),
  side: roleSchema,
  role: projectRoleSchema,
  /** The caller. */
  self: z.boolean(),
});
export type ProjectMember = z.infer<typeof projectMemberSchema>;

const facts = {
  id,
  name: z.string(),
  /** `null`: nobody of a buyer company is in it yet. */
  customer: namedSchema.nullable(),
  /** `null`: nobody of a facility is in it yet. */
  facility: namedSchema.nullable(),
  targetDate: dateSchema.nullable(),
  closed: z.boolean(),
  /** What the caller is in it. */
  role: projectRoleSchema,
  updatedOn: z.string(),
  tasks: z.object({ total: z.number().int(), done: z.number().int(), overdue: z.number().int() }),
  /** Of its orders and parts, those that the caller sees. */
  orderCount: z.number().int(),
  partCount: z.number().int(),
  memberCount: z.number().int(),
};

/** A row of the list. `members`: the names of some. */
export const projectRowSchema = z.object({ ...facts, members: z.array(z.string()) });
export type ProjectRow = z.infer<typeof projectRowSchema>;

/** One project. `budget`: of the caller's own side; it and `quoted` are `null` for who sees no prices. */
export const projectSchema = z.object({
  ...facts,
  description: z.string(),
  /** Grows with each change of name, description, dates, budget and partner. */
  version: z.number().int(),
  createdBy: z.string(),
  createdOn: z.string(),
  fileCount: z.number().int(),
  members: z.array(projectMemberSchema),
  /** Addresses that were invited and have not come yet. */
  invited: z.array(z.string()),
  budget: moneySchema.nullable(),
  /** Sums of the quotes of the orders that the caller sees, one for each currency. */
  quoted: z.array(moneySchema).nullable(),
  may: z.object({
    edit: z.boolean(),
    manage: z.boolean(),
    invite: z.boolean(),
    close: z.boolean(),
    prices: z.boolean(),
  }),
});
export type Project = z.infer<typeof projectSchema>;

const details = {
  name: lineSchema(120).min(1),
  description: z.string().max(5000).default(''),
  targetDate: dateSchema.nullable().default(null),
  /** What the own side wants to spend or earn; the other side never sees it. Left out: as it is. */
  budget: z
    .object({ amount: z.number().int().min(0).max(1e12), currency: z.string().length(3) })
    .nullable()
    .optional(),
  /**
   * For a facility the customer, for a buyer the facility, once; `null` for none yet. People of a facility that is chosen
   * are added: those who administer or manage it.
   */
  partnerId: id.nullable().default(null),
};

export const projectStateSchema = z.enum(['OPEN', 'CLOSED', 'ALL']);

/** `mine`: those that the caller owns, or those with an open task of the caller. */
export const searchProjects = defineCall({
  id: 'projects.search',
  owner: 'projects',
  method: 'POST',
  reads: true,
  path: '/api/v1/projects/search',
  summary: 'Projects that the caller is a member of, the last changed first.',
  guard: notKiosk,
  query: paging,
  body: z.object({
    searchText: z.string().max(200).default(''),
    state: projectStateSchema.default('OPEN'),
    mine: z.enum(['OWNED', 'MY_TASKS']).nullable().default(null),
    sort: z.enum(['UPDATED', 'TARGET_DATE', 'NAME']).default('UPDATED'),
  }),
  response: z.object({
    projects: z.array(projectRowSchema),
    totalCount: z.number().int(),
    /** There are more than `totalCount`, which is a full thousand then. */
    moreThanTotal: z.boolean(),
  }),
  isBulk: ({ query }) => query.size > 50,
});

/** Refused with NOT_FOUND when there is no such project or the caller is not a member. */
export const readProject = defineCall({
  id: 'projects.read',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}',
  summary: 'One project with its members, and what the caller may do with it.',
  guard: notKiosk,
  params: projectParam,
  response: projectSchema,
});

/** The same `eventId` sent twice makes one project. Refused with INVALID_INPUT when the partner has no order with the caller's side. */
export const createProject = defineCall({
  id: 'projects.create',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects',
  summary: 'Begins a project; the caller is its owner.',
  guard: notKiosk,
  body: z.object({ eventId: z.string().uuid(), ...details }),
  response: projectSchema,
});

/**
 * Refused with CHANGED when `version` is older than the present one; with FORBIDDEN when the caller is not an owner; with
 * CONFLICT when the project is closed; with INVALID_INPUT when it has another partner already, or that one has no order
 * with the caller's side.
 */
export const updateProject = defineCall({
  id: 'projects.update',
  owner: 'projects',
  method: 'PUT',
  path: '/api/v1/projects/{id}',
  summary: 'Changes what a project is about.',
  guard: notKiosk,
  params: projectParam,
  body: z.object({ version: z.number().int(), ...details }),
  response: projectSchema,
});

/** Closing changes none of its orders. Refused with FORBIDDEN when the caller is not an owner. */
export const closeProject = defineCall({
  id: 'projects.close',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects/{id}/close',
  summary: 'Closes a project, or opens it again.',
  guard: notKiosk,
  params: projectParam,
  body: z.object({ closed: z.boolean() }),
  response: projectSchema,
});

/** The same `eventId` sent twice makes one copy. Tasks begin anew; only parts that the caller sees are taken. */
export const cloneProject = defineCall({
  id: 'projects.clone',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects/{id}/clone',
  summary: 'Begins a project like another one, with what the caller chooses of it.',
  guard: notKiosk,
  params: projectParam,
  body: z.object({
    eventId: z.string().uuid(),
    name: lineSchema(120).min(1),
    take: z.object({ tasks: z.boolean(), parts: z.boolean(), members: z.boolean() }),
  }),
  response: projectSchema,
});

/** At most 20, by name. */
export const listPartners = defineCall({
  id: 'projects.partners',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/project-partners',
  summary:
    'With whom a project can be begun: for a facility customers that asked it, for a buyer facilities that were asked.',
  guard: notKiosk,
  query: z.object({ search: z.string().max(200).default('') }),
  response: z.array(namedSchema),
});

export const projectEventKinds = [
  'CREATED',
  'CLONED',
  'CHANGED',
  'CLOSED',
  'REOPENED',
  'MEMBER_ADDED',
  'MEMBER_CHANGED',
  'MEMBER_REMOVED',
  'INVITED',
  'ORDER_ADDED',
  'ORDER_REMOVED',
  'PART_ADDED',
  'PART_REMOVED',
  'FILE_ADDED',
  'FILE_REMOVED',
  'TASK_ADDED',
  'TASK_CHANGED',
  'TASK_MOVED',
  'TASK_REMOVED',
] as const;

/** What concerns an order, part or file is told to who sees it. */
export const readProjectHistory = defineCall({
  id: 'projects.history',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/history',
  summary: 'What happened in a project, the latest first.',
  guard: notKiosk,
  params: projectParam,
  query: paging,
  response: z.object({
    events: z.array(
      z.object({
        id,
        at: z.string(),
        by: z.string(),
        what: z.enum(projectEventKinds),
        /** Name of the person, order, part, file or task. */
        subject: z.string(),
        /** The role that was given, or the state that a task was moved to. */
        to: z.string().nullable(),
      }),
    ),
    totalCount: z.number().int(),
  }),
});
