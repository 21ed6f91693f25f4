import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { Moment } from 'moment';
import * as z from 'zod';
import type { Zone } from '../zone.ts';
import { toPart } from './chosenPart.ts';
import type { ChosenPart } from './chosenPart.ts';

/** A material that a job uses beside its own, in the job's unit. */
export interface UsedMaterial {
  materialDTO: number | null;
  materialQuantityUsed: number | null;
}

export interface JobValues {
  jobName: string;
  files: ChosenPart[];
  equipmentDTO: number | null;
  materialDTO: number | null;
  materialQuantityUsed: number | null;
  materialUnit: Job['materialUnit'];
  secondaryMaterials: UsedMaterial[];
  supportMaterial: UsedMaterial;
  /** The simulated build time, hours. */
  estimatedTime: number | null;
  simulationSoftwareDTO: number | null;
  /** Pickers' moments: the fields are the facility's clock. */
  fromDate: Moment | null;
  toDate: Moment | null;
  /** Hours. */
  actualTime: number | null;
  /** Percent. */
  buildPlateUtilization: number | null;
  /** Id of a label. */
  priorityDTO: number | null;
  jobNotes: string;
  jobFiles: FileDto[];
}

export const noMaterial: UsedMaterial = { materialDTO: null, materialQuantityUsed: null };

/** A new job, as specification 4.3 has it: unit gram, times 0. */
export const emptyJob: JobValues = {
  ...{ jobName: '', files: [], equipmentDTO: null, materialDTO: null, materialQuantityUsed: null },
  ...{ materialUnit: 'GRAM', secondaryMaterials: [], supportMaterial: noMaterial, simulationSoftwareDTO: null },
  ...{ estimatedTime: null, fromDate: null, toDate: null, actualTime: null, buildPlateUtilization: null },
  ...{ priorityDTO: null, jobNotes: '', jobFiles: [] },
};

/** Amounts and times of the wire: '0' stands for nothing said. */
const numberOf = (text: string): number | null => Number(text) || null;

export function valuesOf(job: Job, zone: Zone): JobValues {
  const used = ({ materialDTO, materialQuantityUsed }: Job['secondaryMaterials'][number]): UsedMaterial => ({
    materialDTO: materialDTO.id,
    materialQuantityUsed: numberOf(materialQuantityUsed),
  });
  return {
    jobName: job.jobName,
    files: job.jobOrderDTOs.flatMap(({ rfqDTO, fileIds }) =>
      fileIds.map(({ rfqFileDTO, quantity }) => toPart(rfqFileDTO, rfqDTO, quantity)),
    ),
    equipmentDTO: job.equipmentId,
    materialDTO: job.materialDTO?.id ?? null,
    materialQuantityUsed: numberOf(job.materialQuantityUsed),
    materialUnit: job.materialUnit,
    secondaryMaterials: job.secondaryMaterials.map(used),
    supportMaterial: job.supportMaterial ? used(job.supportMaterial) : noMaterial,
    estimatedTime: numberOf(job.estimatedTime),
    simulationSoftwareDTO: job.simulationSoftwareDTO?.id ?? null,
    fromDate: zone.toPicker(Number(job.fromDate)),
    toDate: zone.toPicker(Number(job.toDate)),
    actualTime: numberOf(job.actualTime),
    buildPlateUtilization: job.buildPlateUtilization === null ? null : rounded(job.buildPlateUtilization * 100, 4),
    priorityDTO: job.priorityDTO?.id ?? null,
    jobNotes: job.jobNotes,
    jobFiles: job.jobFiles.map(({ fileDTO }) => fileDTO),
  };
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

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
const amount = z.number().min(0).nullable();

/** The texts are those of specification 5. `asksDuration`: see `rules.ts`. */
export function jobValuesSchema(t: PluginHost['t'], asksDuration = false) {
  const part = z.custom<ChosenPart>().superRefine(({ quantity, max }, context) => {
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > max)
      context.addIssue({ code: 'custom', message: t('form.quantity', { max }) });
  });
  return z
    .object({
      jobName: z.string().trim().min(1, t('form.jobName.missing')).max(200, t('form.jobName.long')),
      files: z.array(part),
      equipmentDTO: required(z.number(), t('form.equipment.missing')),
      materialDTO: required(z.number(), t('form.material.missing')),
      materialQuantityUsed: amount,
      materialUnit: z.custom<JobValues['materialUnit']>(),
      secondaryMaterials: z
        .array(
          z.object({
            materialDTO: required(z.number(), t('form.secondary.missing')),
            materialQuantityUsed: amount,
          }),
        )
        .max(20),
      supportMaterial: z.object({ materialDTO: z.number().nullable(), materialQuantityUsed: amount }),
      estimatedTime: z.number().positive().nullable(),
      simulationSoftwareDTO: z.number().nullable(),
      fromDate: required(z.custom<Moment>(), t('form.fromDate.missing')),
      toDate: required(z.custom<Moment>(), t('form.toDate.missing')),
      actualTime: amount,
      buildPlateUtilization: z.number().min(0).max(100).nullable(),
      priorityDTO: z.number().nullable(),
      jobNotes: z.string().max(5000, t('form.jobNotes.long')),
      jobFiles: z.array(z.custom<FileDto>()).max(50),
    })
    .superRefine(({ fromDate, toDate, actualTime }, context) => {
      if (!toDate.isAfter(fromDate))
        context.addIssue({ code: 'custom', path: ['toDate'], message: t('form.toDate.order') });
      if (asksDuration && actualTime === null)
        context.addIssue({ code: 'custom', path: ['actualTime'], message: t('form.duration.missing') });
    });
}
export type CheckedJob = z.output<ReturnType<typeof jobValuesSchema>>;

/** Equal texts: equal values. Moments and lists are compared by what they say. */
export function sayingOf(values: JobValues, name: keyof JobValues): string {
  const value = values[name];
  if (name === 'files') return values.files.map(({ id, quantity }) => `${id}:${quantity}`).join();
  if (name === 'jobFiles') return values.jobFiles.map(({ id }) => id).join();
  if (name === 'fromDate' || name === 'toDate') return String(values[name]?.valueOf());
  return JSON.stringify(value);
}
