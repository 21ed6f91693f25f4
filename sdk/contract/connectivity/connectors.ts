import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { saidSchema } from '../said.ts';
import { longestCertificates } from './fields.ts';
import { connectorTypeSchema, machineStateSchema } from './states.ts';

/** Connectors: how a facility listens to its machines (product 2, Machine connectivity settings). Moments are ISO dates and times. */

const id = z.number().int();
const editor = provider('MC_SETTINGS_EDITOR');
const flag = 'MACHINE_CONNECTIVITY';
const oneConnector = z.object({ id: z.coerce.number().int().positive() });
/** What the vendor calls a machine. */
const machineKey = lineSchema(120).min(1);

/** `OFF` until somebody turns it on; `PAUSED` keeps what it knows and asks nothing. */
export const connectorRunSchema = z.enum(['OFF', 'ON', 'PAUSED']);
export type ConnectorRun = z.infer<typeof connectorRunSchema>;

/** `WAITING`: on, and nothing was heard yet. */
export const connectorHealthSchema = z.enum(['OFF', 'PAUSED', 'WAITING', 'OK', 'FAILING']);
export type ConnectorHealth = z.infer<typeof connectorHealthSchema>;

/** A machine of the connector, and ours that it stands for; `null`: none yet. */
export const machineMapSchema = z.object({ machine: machineKey, equipmentId: id.nullable() });

/** As its driver declares them (`fields` and `source` of `drivers`). */
const settingsOf = (longest: number) => z.record(z.string().max(60), z.string().max(longest));
const settingsSchema = settingsOf(longestCertificates);
export const sourceSchema = z.object({ machine: machineKey, settings: settingsOf(500) });

/** What the connector told last, for people. */
const toldSchema = z.object({ message: z.string(), said: saidSchema.optional() });

export const connectorSchema = z.object({
  id,
  type: connectorTypeSchema,
  name: z.string(),
  /** Empty where the driver calls nobody. */
  endpoint: z.string(),
  secretSet: z.boolean(),
  certificateSet: z.boolean(),
  pollSeconds: z.number(),
  /** Words of the vendor that do not lead where the driver says. */
  stateMap: z.record(z.string(), machineStateSchema),
  settings: settingsSchema,
  /** Folder, in that of the operator for files of machines, from which it reads as well; `null`: none. */
  folder: z.string().nullable(),
  /** Machines that its driver has to be told of. */
  sources: z.array(sourceSchema),
  machines: z.array(machineMapSchema),
  /** Words that were heard and lead nowhere yet. */
  unknownStates: z.array(z.string()),
  run: connectorRunSchema,
  health: connectorHealthSchema,
  last: toldSchema.extend({ at: z.string() }).nullable(),
  version: id,
});
export type Connector = z.infer<typeof connectorSchema>;

/** What a user can set. `secret`: `null` forgets it, left out it stays. */
export const connectorDraftSchema = z.object({
  type: connectorTypeSchema,
  name: lineSchema(120).min(1),
  endpoint: z.string().trim().max(500).default(''),
  secret: z.string().trim().min(1).max(500).nullable().optional(),
  /** Certificates with their private key as PEM, by which the other end knows this server; as with `secret`. */
  certificate: z.string().trim().min(1).max(longestCertificates).nullable().optional(),
  pollSeconds: z.number().min(0.5).max(600),
  stateMap: z
    .record(z.string().max(120), machineStateSchema)
    .refine((map) => Object.keys(map).length <= 100)
    .default({}),
  settings: settingsSchema.refine((settings) => Object.keys(settings).length <= 100).default({}),
  sources: z.array(sourceSchema).max(500).default([]),
  machines: z.array(machineMapSchema).max(500).default([]),
});
export type ConnectorDraft = z.infer<typeof connectorDraftSchema>;

export const listConnectors = defineCall({
  id: 'connectivity.connectors',
  owner: 'connectivity',
  method: 'GET',
  path: '/api/v1/machine-connectivity/connectors',
  summary:
    'Connectors of the facility by name, at most 500, with their health, and the machines that they can stand for.',
  guard: editor,
  flag,
  response: z.object({
    connectors: z.array(connectorSchema),
    equipment: z.array(z.object({ id, name: z.string() })),
  }),
});

/**
 * The same `eventId` sent twice makes one. Refused with INVALID_INPUT where the driver needs an address, a secret, or a setting that is not given
 * or does not fit, a machine is named twice or is not of the facility, and with CONFLICT where another connector stands for the machine, or there
 * are 500.
 */
export const createConnector = defineCall({
  id: 'connectivity.create',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/connectors',
  summary: 'Adds a connector, which is off.',
  guard: editor,
  flag,
  body: connectorDraftSchema.extend({ eventId: z.uuid() }),
  response: connectorSchema,
});

/** Refused with NOT_FOUND, with CHANGED where `version` is not the present one, and as `createConnector`; the type stays. */
export const updateConnector = defineCall({
  id: 'connectivity.update',
  owner: 'connectivity',
  method: 'PUT',
  path: '/api/v1/machine-connectivity/connectors/{id}',
  summary: 'Changes a connector. A secret that is sent to another address is given anew.',
  guard: editor,
  flag,
  params: oneConnector,
  body: connectorDraftSchema.extend({ version: id }),
  response: connectorSchema,
});

/** Refused with NOT_FOUND. */
export const runConnector = defineCall({
  id: 'connectivity.run',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/connectors/{id}/run',
  summary: 'Turns a connector on, off, or pauses it.',
  guard: editor,
  flag,
  params: oneConnector,
  body: z.object({ run: connectorRunSchema }),
  response: connectorSchema,
});

/** Refused with NOT_FOUND. Its machines and what they reported go with it; jobs stay. */
export const removeConnector = defineCall({
  id: 'connectivity.remove',
  owner: 'connectivity',
  method: 'DELETE',
  path: '/api/v1/machine-connectivity/connectors/{id}',
  summary: 'Removes a connector with what its machines reported.',
  guard: editor,
  flag,
  params: oneConnector,
  response: z.object({ removed: z.boolean() }),
});

/** With `id` the secret that is kept is used where none is given. Refused with NOT_FOUND, and with INVALID_INPUT as `createConnector`. */
export const testConnector = defineCall({
  id: 'connectivity.test',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/connectors/test',
  summary: 'Asks once, and says what came of it: which machines answered, or why none did.',
  guard: editor,
  flag,
  body: connectorDraftSchema
    .pick({ type: true, endpoint: true, secret: true, certificate: true, settings: true, sources: true })
    .extend({ id: id.nullable().default(null) }),
  response: toldSchema.extend({
    ok: z.boolean(),
    machines: z.array(z.object({ machine: z.string(), vendorState: z.string() })),
  }),
});

/** What a program has read of a machine. `progress` is 0 to 1, temperatures are °C. */
export const readingSchema = z.object({
  machine: machineKey,
  vendorState: lineSchema(120).min(1),
  /** What is printed, as the machine calls it. */
  job: lineSchema(300).nullable().default(null),
  progress: z.number().min(0).max(1).nullable().default(null),
  layer: z.number().int().min(0).max(1_000_000).nullable().default(null),
  layers: z.number().int().min(0).max(1_000_000).nullable().default(null),
  secondsLeft: z.number().int().min(0).max(100_000_000).nullable().default(null),
  temperatures: z
    .array(z.object({ name: lineSchema(60), actual: z.number(), target: z.number().nullable().default(null) }))
    .max(12)
    .default([]),
  material: lineSchema(120).nullable().default(null),
  alarm: z
    .object({ code: lineSchema(60), text: lineSchema(300) })
    .nullable()
    .default(null),
  /** Names of objects on the plate that the machine skips: `<order file id>-<number>` are counted as failed. */
  skipped: z.array(lineSchema(200)).max(500).default([]),
  /** When it was read, epoch milliseconds; now if not given. */
  at: z.number().int().min(0).optional(),
});
export type Reading = z.infer<typeof readingSchema>;
/** A file of them, in their order. */
export const readingFileSchema = z.object({ readings: z.array(readingSchema).min(1).max(500) });

/** Refused with NOT_FOUND for what is no file drop, and with CONFLICT where 10,000 wait or it is not on. */
export const dropReadings = defineCall({
  id: 'connectivity.drop',
  owner: 'connectivity',
  method: 'POST',
  path: '/api/v1/machine-connectivity/connectors/{id}/readings',
  summary:
    'A file of readings, in their order, from a program beside the machines. Sent again under the same `eventId` it counts once.',
  guard: editor,
  flag,
  params: oneConnector,
  body: readingFileSchema.extend({ eventId: z.uuid() }),
  response: z.object({ taken: z.number().int() }),
});
