import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { jobSchema, materialUnitSchema } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Kept } from '@sinter/sdk/state/entered';
import moment from 'moment';
import * as z from 'zod';
import type { DowntimeValues } from '../downtime/downtimeValues.ts';
import { placeOf } from './enteredPlace.ts';
import type { JobValues } from './jobValues.ts';

const date = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : moment(text)));
const named = z.object({ id: z.number(), name: z.string() });
const used = z.object({ materialDTO: z.number().nullable(), materialQuantityUsed: z.number().nullable() });
const part = z.object({
  ...{ id: z.number(), fileId: z.number(), name: z.string(), orderId: z.number(), orderTitle: z.string() },
  ...{ picture: z.string().nullable(), process: named, materials: z.array(named), itar: z.boolean() },
  ...{ quantity: z.number(), max: z.number() },
});
const jobValues: z.ZodType<JobValues> = z.object({
  ...{ jobName: z.string(), files: z.array(part), equipmentDTO: z.number().nullable() },
  ...{ materialDTO: z.number().nullable(), materialQuantityUsed: z.number().nullable() },
  ...{ materialUnit: materialUnitSchema, secondaryMaterials: z.array(used), supportMaterial: used },
  ...{ estimatedTime: z.number().nullable(), simulationSoftwareDTO: z.number().nullable() },
  ...{ fromDate: date, toDate: date, actualTime: z.number().nullable() },
  ...{ priorityDTO: z.number().nullable().default(null) },
  ...{ buildPlateUtilization: z.number().nullable(), jobNotes: z.string(), jobFiles: z.array(fileDtoSchema) },
});
const downtimeValues: z.ZodType<DowntimeValues> = z.object({
  ...{ jobName: z.string(), equipmentDTO: z.number().nullable(), fromDate: date, toDate: date },
  ...{ jobNotes: z.string(), repeats: z.boolean(), every: z.enum(['DAY', 'WEEK', 'MONTH']) },
  ...{ interval: z.number().nullable(), weekdays: z.array(z.number()), count: z.number().nullable() },
  ...{ skipTaken: z.boolean(), scope: z.enum(['ONE', 'FOLLOWING']) },
});

const entered = z.discriminatedUnion('form', [
  z.object({ form: z.literal('job'), job: jobSchema.nullable(), eventId: z.string(), values: jobValues }),
  z.object({ form: z.literal('downtime'), job: jobSchema.nullable(), eventId: z.string(), values: downtimeValues }),
]);
/** A form in the middle of being filled in. `eventId`: sent again after a reload, it still makes one job. */
export type Entered = z.output<typeof entered>;

/** What a form begins with after a reload. */
export interface Begun<Values> {
  values: Values;
  eventId: string;
}

/** What a drawer opens with to go on with it. */
export type Unfinished =
  | { kind: 'new'; orderId: null; begun: Begun<JobValues> }
  | { kind: 'edit'; job: Job; begun: Begun<JobValues> }
  | { kind: 'downtime'; begun: Begun<DowntimeValues> }
  | { kind: 'editDowntime'; job: Job; begun: Begun<DowntimeValues> };

function unfinished(what: Entered): Unfinished {
  const { job } = what;
  if (what.form === 'job')
    return job ? { kind: 'edit', job, begun: what } : { kind: 'new', orderId: null, begun: what };
  return job ? { kind: 'editDowntime', job, begun: what } : { kind: 'downtime', begun: what };
}

/** Keeps in the tab what one person has entered for one facility until it is saved or given up: a reload loses nothing. */
export function keptEntry(host: Pick<PluginHost, 'log' | 'user'>): Kept<Entered> {
  const { key, storage } = placeOf(host.user);
  return new Kept(host, storage, key, entered);
}

/** The form that was being filled in when the page was left. */
export function readUnfinished(host: Pick<PluginHost, 'log' | 'user'>): Unfinished | null {
  const kept = keptEntry(host).read();
  return kept && unfinished(kept);
}
