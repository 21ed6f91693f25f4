import type { Repeat } from '@sinter/sdk/contract/scheduling/downtime';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { Moment } from 'moment';
import * as z from 'zod';
import type { Zone } from '../zone.ts';

export type Scope = 'ONE' | 'FOLLOWING';

export interface DowntimeValues {
  jobName: string;
  equipmentDTO: number | null;
  /** Pickers' moments: the fields are the facility's clock. */
  fromDate: Moment | null;
  toDate: Moment | null;
  jobNotes: string;
  repeats: boolean;
  every: Repeat['every'];
  interval: number | null;
  /** ISO: 1 is Monday. None: that of the start. */
  weekdays: number[];
  count: number | null;
  skipTaken: boolean;
  scope: Scope;
}

export const emptyDowntime: DowntimeValues = {
  ...{ jobName: '', equipmentDTO: null, fromDate: null, toDate: null, jobNotes: '' },
  ...{ repeats: false, every: 'WEEK', interval: 1, weekdays: [], count: 10, skipTaken: false, scope: 'ONE' },
};

export const downtimeOf = (job: Job, zone: Zone): DowntimeValues => ({
  ...emptyDowntime,
  jobName: job.jobName,
  equipmentDTO: job.equipmentId,
  fromDate: zone.toPicker(Number(job.fromDate)),
  toDate: zone.toPicker(Number(job.toDate)),
  jobNotes: job.jobNotes,
});

const present = <T>(schema: z.ZodType<T, T>, message: string) =>
  schema.nullable().transform((value, context) => {
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

export function downtimeSchema(t: PluginHost['t']) {
  const whole = (least: number, most: number) => {
    const message = t('downtime.number', { least, most });
    return z.number(message).int(message).min(least, message).max(most, message);
  };
  return z
    .object({
      jobName: z.string().trim().min(1, t('downtime.name.missing')).max(200, t('form.jobName.long')),
      equipmentDTO: present(z.number(), t('form.equipment.missing')),
      fromDate: present(z.custom<Moment>(), t('form.fromDate.missing')),
      toDate: present(z.custom<Moment>(), t('form.toDate.missing')),
      jobNotes: z.string().max(5000, t('form.jobNotes.long')),
      repeats: z.boolean(),
      every: z.custom<Repeat['every']>(),
      interval: whole(1, 52).nullable(),
      weekdays: z.array(z.number()),
      count: whole(2, 366).nullable(),
      skipTaken: z.boolean(),
      scope: z.custom<Scope>(),
    })
    .superRefine(({ fromDate, toDate, repeats, interval, count }, context) => {
      const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (!toDate.isAfter(fromDate)) problem('toDate', t('form.toDate.order'));
      if (repeats && interval === null) problem('interval', t('downtime.number', { least: 1, most: 52 }));
      if (repeats && count === null) problem('count', t('downtime.number', { least: 2, most: 366 }));
    });
}
export type CheckedDowntime = z.output<ReturnType<typeof downtimeSchema>>;

export function repeatOf({
  repeats,
  every,
  interval,
  weekdays,
  count,
}: DowntimeValues | CheckedDowntime): Repeat | null {
  if (!repeats || interval === null || count === null) return null;
  return { every, interval, weekdays: every === 'WEEK' ? weekdays.toSorted((a, b) => a - b) : [], count };
}
