import * as z from 'zod';
import { defineCall } from '../call.ts';
import { roleSchema } from '../enums.ts';
import { notKiosk } from '../guard.ts';
import { moneySchema } from '../orders/orderFile.ts';
import { orderPhases } from '../orders/orderPhases.ts';
import { paging, projectParam } from './projects.ts';

/** Orders, parts and files of a project. Changes are refused with FORBIDDEN for a reader, with CONFLICT when it is closed. */

const id = z.number().int();
const ids = z.array(id).min(1).max(100);
const done = z.object({ success: z.literal('true') });
const change = { owner: 'projects', guard: notKiosk, params: projectParam, response: done } as const;

export const projectOrderSchema = z.object({
  id,
  title: z.string(),
  phase: z.enum(orderPhases),
  customer: z.string(),
  /** ISO date and time. */
  promisedOn: z.string().nullable(),
  /** `null` for who sees no prices. */
  quote: moneySchema.nullable(),
});
export type ProjectOrder = z.infer<typeof projectOrderSchema>;

export const listProjectOrders = defineCall({
  id: 'projects.orders',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/orders',
  summary: 'The orders of a project that the caller sees, the newest first.',
  guard: notKiosk,
  params: projectParam,
  query: paging,
  response: z.object({ orders: z.array(projectOrderSchema), totalCount: z.number().int() }),
});

/** Refused with NOT_FOUND when the caller does not see one of the orders. */
export const addProjectOrders = defineCall({
  ...change,
  id: 'projects.addOrders',
  method: 'POST',
  path: '/api/v1/projects/{id}/orders',
  summary: 'Puts orders that the caller sees into a project. It opens them to nobody else.',
  body: z.object({ orderIds: ids }),
});

export const removeProjectOrder = defineCall({
  ...change,
  id: 'projects.removeOrder',
  method: 'DELETE',
  path: '/api/v1/projects/{id}/orders/{orderId}',
  summary: 'Takes an order out of a project.',
  params: projectParam.extend({ orderId: z.coerce.number().int().positive() }),
});

export const projectPartSchema = z.object({
  id,
  name: z.string(),
  partNumber: z.string(),
  revisionCount: z.number().int(),
});
export type ProjectPart = z.infer<typeof projectPartSchema>;

export const listProjectParts = defineCall({
  id: 'projects.parts',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/parts',
  summary: 'The parts of a project that the caller sees, by name.',
  guard: notKiosk,
  params: projectParam,
  query: paging,
  response: z.object({ parts: z.array(projectPartSchema), totalCount: z.number().int() }),
});

/** Refused with NOT_FOUND when the caller does not see one of the parts. */
export const addProjectParts = defineCall({
  ...change,
  id: 'projects.addParts',
  method: 'POST',
  path: '/api/v1/projects/{id}/parts',
  summary: 'Puts parts of the inventory into a project. It opens them to nobody else.',
  body: z.object({ partIds: ids }),
});

export const removeProjectPart = defineCall({
  ...change,
  id: 'projects.removePart',
  method: 'DELETE',
  path: '/api/v1/projects/{id}/parts/{partId}',
  summary: 'Takes a part out of a project.',
  params: projectParam.extend({ partId: z.coerce.number().int().positive() }),
});

/** `size` in bytes. */
export const projectFileSchema = z.object({
  id,
  fileName: z.string(),
  size: z.number().int(),
  addedBy: z.string(),
  side: roleSchema,
  addedOn: z.string(),
  /** The caller may take it out. */
  removable: z.boolean(),
});
export type ProjectFile = z.infer<typeof projectFileSchema>;

export const listProjectFiles = defineCall({
  id: 'projects.files',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/files',
  summary: 'The files of a project, the newest first. None that is export controlled is among them.',
  guard: notKiosk,
  params: projectParam,
  query: paging,
  response: z.object({ files: z.array(projectFileSchema), totalCount: z.number().int() }),
});

/**
 * Uploads of the caller's own side, read by every member from then on. Refused with NOT_FOUND or EXPORT_CONTROLLED when
 * the caller may not see a file; with INVALID_INPUT when one is not of the own side or is export controlled.
 */
export const addProjectFiles = defineCall({
  ...change,
  id: 'projects.addFiles',
  method: 'POST',
  path: '/api/v1/projects/{id}/files',
  summary: 'Puts uploaded files into a project; also those that were taken out of it.',
  body: z.object({ fileIds: ids }),
});

const fileParams = projectParam.extend({ fileId: z.coerce.number().int().positive() });

export const projectFileContent = defineCall({
  id: 'projects.fileContent',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/files/{fileId}/content',
  summary: 'The bytes of a file of a project, as a download.',
  guard: notKiosk,
  produces: 'stream',
  params: fileParams,
  response: z.unknown(),
});

/** Refused with FORBIDDEN unless the caller added it or owns the project. */
export const removeProjectFile = defineCall({
  ...change,
  id: 'projects.removeFile',
  method: 'DELETE',
  path: '/api/v1/projects/{id}/files/{fileId}',
  summary: 'Takes a file out of a project.',
  params: fileParams,
});

/** For who wants to put something into a project. At most 50, the last changed first. */
export const listProjectChoices = defineCall({
  id: 'projects.choices',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/project-choices',
  summary: 'Open projects that the caller may change, and whether this order or part is in them.',
  guard: notKiosk,
  query: z.object({
    orderId: z.coerce.number().int().positive().optional(),
    partId: z.coerce.number().int().positive().optional(),
    search: z.string().max(200).default(''),
  }),
  response: z.array(z.object({ id, name: z.string(), holds: z.boolean() })),
});
