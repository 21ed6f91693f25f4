import * as z from 'zod';
import { defineCall } from '../call.ts';
import { notKiosk } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { projectParam } from './projects.ts';

/** Tasks of a project. Changes are refused with FORBIDDEN for a reader, with CONFLICT when the project is closed. */

const id = z.number().int();
const taskParam = z.object({ id: z.coerce.number().int().positive() });
export const taskStateSchema = z.enum(['TODO', 'DOING', 'DONE']);
export type TaskState = z.infer<typeof taskStateSchema>;

/** So many does a project take, so that its board can be read whole. */
export const mostTasks = 500;

export const taskSchema = z.object({
  id,
  projectId: id,
  title: z.string(),
  note: z.string(),
  state: taskStateSchema,
  /** `null`: nobody's. */
  assignee: namedSchema.nullable(),
  /** `YYYY-MM-DD` */
  dueDate: z.iso.date().nullable(),
  overdue: z.boolean(),
  /** Grows with each change. */
  version: z.number().int(),
});
export type Task = z.infer<typeof taskSchema>;

const fields = {
  title: lineSchema(200).min(1),
  note: z.string().max(5000).default(''),
  state: taskStateSchema.default('TODO'),
  /** User id of a member. */
  assigneeId: id.nullable().default(null),
  dueDate: z.iso.date().nullable().default(null),
};

export const listTasks = defineCall({
  id: 'projects.tasks',
  owner: 'projects',
  method: 'GET',
  path: '/api/v1/projects/{id}/tasks',
  summary: 'All tasks of a project, by due date.',
  guard: notKiosk,
  params: projectParam,
  response: z.array(taskSchema),
});

/** The same `eventId` sent twice adds one. Refused with INVALID_INPUT when the assignee is no member; with CONFLICT when there are 500. */
export const addTask = defineCall({
  id: 'projects.addTask',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/projects/{id}/tasks',
  summary: 'Adds a task to a project.',
  guard: notKiosk,
  params: projectParam,
  body: z.object({ eventId: z.string().uuid(), ...fields }),
  response: taskSchema,
});

/** Refused with CHANGED when `version` is older than the present one; with INVALID_INPUT when the assignee is no member. */
export const updateTask = defineCall({
  id: 'projects.updateTask',
  owner: 'projects',
  method: 'PUT',
  path: '/api/v1/project-tasks/{id}',
  summary: 'Changes a task, or moves it to another state.',
  guard: notKiosk,
  params: taskParam,
  body: z.object({ version: z.number().int(), ...fields }),
  response: taskSchema,
});

export const removeTask = defineCall({
  id: 'projects.removeTask',
  owner: 'projects',
  method: 'POST',
  path: '/api/v1/project-tasks/{id}/removed',
  summary: 'Removes a task, or brings it back.',
  guard: notKiosk,
  params: taskParam,
  body: z.object({ removed: z.boolean() }),
  response: z.object({ success: z.literal('true') }),
});
