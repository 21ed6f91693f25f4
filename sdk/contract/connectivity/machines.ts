import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import { connectorTypeSchema, machineStateSchema } from './states.ts';

/** The live wall of machines (product 2, Machine connectivity). Moments are ISO dates and times, temperatures °C. */

const id = z.number().int();
const flag = 'MACHINE_CONNECTIVITY';
const worker = provider('WORKCENTER_OPERATION_ACCESS');
/** The account of a kiosk sees the wall and does nothing there: nobody knows who touches it. */
const operator = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  permissions: ['WORKCENTER_OPERATION_ACCESS'],
  notOnly: ['LOT_USER'],
});
const oneMachine = z.object({ id: z.coerce.number().int().positive() });

export const liveAlarmSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  text: z.string(),
  at: z.string(),
  /** Nobody has seen to it yet. */
  open: z.boolean(),
});

/** A machine as it was heard of last. What builds an export-controlled job has no names for who is not cleared. */
export const liveMachineSchema = z.object({
  id,
  /** Ours that it stands for; `null`: none yet. */
  equipmentId: id.nullable(),
  name: z.string(),
  connector: z.string(),
  type: connectorTypeSchema,
  state: machineStateSchema,
  since: z.string(),
  seenAt: z.string().nullable(),
  /** What it prints, as the machine calls it; `null`: nothing. */
  print: z
    .object({
      name: z.string(),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
      job: z.object({ id, name: z.string(), status: z.string() }).nullable(),
    })
    .nullable(),
  /** 0 to 1. */
  progress: z.number().nullable(),
  layer: z.number().int().nullable(),
  layers: z.number().int().nullable(),
  secondsLeft: z.number().int().nullable(),
  temperatures: z.array(z.object({ name: z.string(), actual: z.number(), target: z.number().nullable() })),
  material: z.string().nullable(),
  alarm: liveAlarmSchema.nullable(),
  /** A print has ended and nobody has said that the plate is free. */
  plateFull: z.boolean(),
});
export type LiveMachine = z.infer<typeof liveMachineSchema>;

export const readWall = defineCall({
  id: 'connectivity.wall',
  owner: 'connectivity',
  method: 'GET',
  path: '/api/v1/machine-connectivity/machines',
  summary:
    'Machines of the facility that connectors listen to, by name, with what they do now. Those that need somebody come first.',
  guard: worker,
  flag,
  query: z.object({
    state: machineStateSchema.optional(),
    /** Only machines with an open alarm or a full plate. */
    needsSomebody: z.enum(['true']).optional(),
    q: z.string().trim().max(100).optional(),
    page: z.coerce.number().int().min(0).max(1000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(60),
  }),
  response: z.object({
    machines: z.array(liveMachineSchema),
    total: z.number().int(),
    /** Of all machines, whatever is asked for. */
    counts: z.array(z.object({ state: machineStateSchema, count: z.number().int() })),
    needSomebody: z.number().int(),
    /** The caller may acknowledge, link and clear. */
    mayAct: z.boolean(),
  }),
});

/** Refused with NOT_FOUND. */
export const readTimeline = defineCall({
  id: 'connectivity.timeline',
  owner: 'connectivity',
  method: 'GET',
  path: '/api/v1/machine-connectivity/machines/{id}/timeline',
  summary: 'What a machine did in the last hours, oldest first, its alarms, and how much of the time it ran.',
  guard: worker,
  flag,
  params: oneMachine,
  query: z.object({ hours: z.coerce.number().int().min(1).max(168).default(24) }),
  response: z.object({
    machine: liveMachineSchema,
    from: z.string(),
    to: z.string(),
    /** At most the last 2,000; each until the next begins. */
    spans: z.array(z.object({ state: machineStateSchema, from: z.string(), to: z.string() })),
    /** Newest first, at most 100. */
    alarms: z.array(
      liveAlarmSchema.extend({ clearedAt: z.string().nullable(), seenBy: z.string(), seenAt: z.string().nullable() }),
    ),
    /** Shares of the time that is known, 0 to 1; `null`: nothing is known. */
    running: z.number().nullable(),
    available: z.number().nullable(),
  }),
});

/** Refused with NOT_FOUND. Acknowledging what somebody has acknowledged already does nothing. */
export const acknowledgeAlarm = defineCall({
  id: 'connectivity.acknowledge',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/machines/{id}/acknowledge',
  summary: 'Somebody sees to an alarm of a machine.',
  guard: operator,
  flag,
  params: oneMachine,
  body: z.object({ alarmId: z.uuid() }),
  response: liveMachineSchema,
});

/** Refused with NOT_FOUND. */
export const listLinkable = defineCall({
  id: 'connectivity.linkable',
  owner: 'connectivity',
  method: 'GET',
  path: '/api/v1/machine-connectivity/machines/{id}/jobs',
  summary:
    'Jobs of the machine that its print can be: those that wait or run and have no print, the nearest first, at most 20.',
  guard: operator,
  flag,
  params: oneMachine,
  response: z.object({
    jobs: z.array(z.object({ id, name: z.string(), status: z.string(), fromDate: z.string() })),
  }),
});

/**
 * Without `jobId` a job is made of the print. Refused with NOT_FOUND, with CONFLICT where the machine stands for none of ours, prints
 * nothing, or its print has a job already, and as `scheduling.fire` refuses the start of the job.
 */
export const linkPrint = defineCall({
  id: 'connectivity.link',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/machines/{id}/link',
  summary: 'Says which job a print is. A planned one starts with the time at which the machine began.',
  guard: operator,
  flag,
  params: oneMachine,
  body: z.object({ jobId: id.nullable() }),
  response: liveMachineSchema,
});

/**
 * Refused with NOT_FOUND, and with CONFLICT while it still prints. A job of the print that has parts stays open for who counts them, and takes the
 * times of the machine.
 */
export const clearPlate = defineCall({
  id: 'connectivity.clear',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/machines/{id}/clear',
  summary: 'Somebody has taken the print off: the next job may start.',
  guard: operator,
  flag,
  params: oneMachine,
  response: liveMachineSchema,
});

/** At most one in a second for each facility. */
export const machinesReported = defineEvent({
  type: 'machine.reported',
  summary: 'Machines of the facility report something new: state, progress, temperatures, alarms.',
  payload: z.object({ facilityId: id }),
  guard: worker,
  origin: 'server',
});

export const machineStateChanged = defineEvent({
  type: 'machine.state_changed',
  summary: 'A machine began, paused, ended, failed, or dropped out.',
  payload: z.object({ machineId: id, equipmentId: id.nullable(), facilityId: id, state: machineStateSchema }),
  guard: worker,
  subject: { area: 'connectivity', id: 'machineId' },
  origin: 'server',
});

export const machineAlarmRaised = defineEvent({
  type: 'machine.alarm_raised',
  summary: 'A machine reports an alarm.',
  payload: z.object({ machineId: id, equipmentId: id.nullable(), facilityId: id, alarmId: z.uuid() }),
  guard: worker,
  subject: { area: 'connectivity', id: 'machineId' },
  origin: 'server',
});
