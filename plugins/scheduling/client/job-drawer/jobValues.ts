import type { OrderFile } from '@sinter/sdk/contract/orders';
import type { Job } from '@sinter/sdk/contract/scheduling';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { Moment } from 'moment';
import * as z from 'zod';
import type { Zone } from '../zone.ts';

/** A part of an order that goes into the build. */
export interface ChosenPart {
  /** Of the order file. */
  id: number;
  /** The prepared mesh. */
  fileId: number;
  name: string;
  orderId: number;
  orderTitle: string;
  picture: string | null;
  process: { id: number; name: string };
  materials: readonly { id: number; name: string }[];
  quantity: number;
  /** What is left to schedule, with what this job already has. */
  max: number;
}

export interface JobValues {
  jobName: string;
  files: ChosenPart[];
  equipmentDTO: number | null;
  materialDTO: number | null;
  /** Hours. */
  estimatedTime: number | null;
  /** Pickers' moments: the fields are the facility's clock. */
  fromDate: Moment | null;
  toDate: Moment | null;
  jobNotes: string;
}

export const emptyJob: JobValues = {
  ...{ jobName: '', files: [], equipmentDTO: null, materialDTO: null, estimatedTime: null },
  ...{ fromDate: null, toDate: null, jobNotes: '' },
};

export function toPart(file: OrderFile, order: { id: number; displayTitle: string }, ownQuantity = 0): ChosenPart {
  const max = file.notScheduled + ownQuantity;
  return {
    id: file.id,
    fileId: file.fileDTO.id,
    name: file.originalFileDTO.fileName,
    orderId: order.id,
    orderTitle: order.displayTitle,
    picture: file.pngFileDTO?.fileURL ?? null,
    process: file.aMProcess,
    materials: file.materials,
    quantity: ownQuantity || max,
    max,
  };
}

export function valuesOf(job: Job, zone: Zone): JobValues {
  return {
    jobName: job.jobName,
    files: job.jobOrderDTOs.flatMap(({ rfqDTO, fileIds }) =>
      fileIds.map(({ rfqFileDTO, quantity }) => toPart(rfqFileDTO, rfqDTO, quantity)),
    ),
    equipmentDTO: job.equipmentId,
    materialDTO: job.materialDTO?.id ?? null,
    estimatedTime: Number(job.estimatedTime) || null,
    fromDate: zone.toPicker(Number(job.fromDate)),
    toDate: zone.toPicker(Number(job.toDate)),
    jobNotes: job.jobNotes,
  };
}

/** `bracket` for one file, `bracket + 2` for three. */
export function defaultName(files: readonly ChosenPart[]): string {
  const [first] = files;
  if (!first) return '';
  const name = first.name.replace(/\.[^.]+$/, '');
  return files.length > 1 ? `${name} + ${files.length - 1}` : name;
}

const required = <T>(schema: z.ZodType<T, T>, message: string) =>
  schema.nullable().transform((value, context) => {
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The texts are those of specification 5. */
export function jobValuesSchema(t: PluginHost['t']) {
  const part = z.custom<ChosenPart>().superRefine(({ quantity, max }, context) => {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > max) {
      context.addIssue({ code: 'custom', message: t('form.quantity', { max }) });
    }
  });
  return z
    .object({
      jobName: z.string().trim().min(1, t('form.jobName.missing')).max(200, t('form.jobName.long')),
      files: z.array(part),
      equipmentDTO: required(z.number(), t('form.equipment.missing')),
      materialDTO: required(z.number(), t('form.material.missing')),
      estimatedTime: z.number().positive().nullable(),
      fromDate: required(z.custom<Moment>(), t('form.fromDate.missing')),
      toDate: required(z.custom<Moment>(), t('form.toDate.missing')),
      jobNotes: z.string().max(5000, t('form.jobNotes.long')),
    })
    .superRefine(({ fromDate, toDate }, context) => {
      if (!toDate.isAfter(fromDate))
        context.addIssue({ code: 'custom', path: ['toDate'], message: t('form.toDate.order') });
    });
}
export type CheckedJob = z.output<ReturnType<typeof jobValuesSchema>>;

const sameParts = (a: readonly ChosenPart[], b: readonly ChosenPart[]) =>
  a.length === b.length && a.every((part, index) => part.id === b[index]?.id && part.quantity === b[index]?.quantity);
const sameTime = (a: Moment | null, b: Moment | null) => a?.valueOf() === b?.valueOf();

/** Has somebody entered something? What the form filled in by itself does not count. */
export const isChanged = (now: JobValues, before: JobValues, ownName: string): boolean =>
  !sameParts(now.files, before.files) ||
  (now.jobName !== before.jobName && now.jobName !== ownName) ||
  now.jobNotes !== before.jobNotes ||
  !sameTime(now.fromDate, before.fromDate) ||
  !sameTime(now.toDate, before.toDate);
