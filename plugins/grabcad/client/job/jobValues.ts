import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { notesSchema, materialUnitSchema, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { lineSchema } from '@sinter/sdk/contract/line';
import type { PluginHost } from '@sinter/sdk/plugin';
import * as z from 'zod';
import type { TrayLine } from '../../tray/messages.ts';
import { asksDuration } from './rules.ts';
import { fromField, soon, toField } from './clock.ts';
import type { TrayEntry } from './trayAddress.ts';

const hourMs = 3_600_000;
const cubicCm = 1_000_000;
const rounded = (value: number): number => Number(value.toFixed(6));
const decimal = (value: number | null): string => String(rounded(value ?? 0));

export interface JobValues {
  jobName: string;
  equipmentId: number | null;
  fromDate: string | null;
  toDate: string | null;
  hours: number | null;
  /** Hours, see `asksDuration`. */
  duration: number | null;
  materialId: number | null;
  quantity: number | null;
  unit: Job['materialUnit'];
  secondary: UsedMaterial[];
  supportId: number | null;
  supportQuantity: number | null;
  parts: TrayLine[];
  notes: string;
  jobFiles: FileDto[];
}
/** A row of the form: a further material, and how much of it in the job's unit. */
export interface UsedMaterial {
  materialId: number | null;
  quantity: number | null;
}
export const noMaterial: UsedMaterial = { materialId: null, quantity: null };
/** As the server takes them. */
export const most = { secondary: 20, jobFiles: 50 };

interface Known {
  machineOf(id: number): Equipment | undefined;
  /** The most that may be built of a part, where that is known. */
  mostOf(fileId: number): number | undefined;
  asksDuration: boolean;
}

/** The texts are those of specification 5. */
export function jobValuesSchema(t: PluginHost['t'], { machineOf, mostOf, asksDuration }: Known) {
  const missing = (key: string) => ({ error: t(key) });
  return z
    .object({
      jobName: lineSchema(200).min(1, t('job.name.missing')),
      equipmentId: z.number(missing('job.machine.missing')),
      fromDate: z.string(missing('job.from.missing')),
      toDate: z.string(missing('job.to.missing')),
      hours: z.number(missing('job.hours.missing')).positive(t('job.hours.missing')).max(8760, t('job.hours.most')),
      duration: z.number().min(0).nullable(),
      materialId: z.number(missing('job.material.missing')),
      quantity: z.number().min(0).nullable(),
      unit: materialUnitSchema,
      secondary: z
        .array(
          z.object({
            materialId: z.number(missing('job.secondary.missing')),
            quantity: z.number().min(0).nullable(),
          }),
        )
        .max(most.secondary),
      supportId: z.number().nullable(),
      supportQuantity: z.number().min(0).nullable(),
      parts: z.array(z.custom<TrayLine>()),
      notes: notesSchema.unwrap(),
      jobFiles: z.array(z.custom<FileDto>()).max(most.jobFiles),
    })
    .superRefine(({ fromDate, toDate, duration, equipmentId, materialId, parts }, context) => {
      const refuse = (message: string, ...path: (string | number)[]) =>
        context.addIssue({ code: 'custom', path, message });
      if (toDate <= fromDate) refuse(t('job.time.order'), 'toDate');
      if (asksDuration && duration === null) refuse(t('job.duration.missing'), 'duration');
      if (machineOf(equipmentId)?.materials.includes(materialId) === false)
        refuse(t('job.material.missing'), 'materialId');
      for (const [place, { fileId, quantity }] of parts.entries()) {
        const max = mostOf(fileId) ?? quantity;
        if (quantity > max) refuse(t('job.parts.most', { max }), 'parts', place);
      }
    });
}
export type CheckedJob = z.output<ReturnType<typeof jobValuesSchema>>;

/** The parts of a job, as the tray says them. */
export const partsOf = (job: Job): TrayLine[] =>
  job.jobOrderDTOs.flatMap(({ orderId, fileIds }) =>
    fileIds.map(({ rfqCadFileId, fileName, quantity }) => ({ orderId, fileId: rfqCadFileId, fileName, quantity })),
  );

/** Hours from start to end, of what fields show; `null` where there are none. */
export function hoursOf(fromDate: string | null, toDate: string | null): number | null {
  const hours = fromDate === null || toDate === null ? 0 : (fromField(toDate) - fromField(fromDate)) / hourMs;
  return hours > 0 ? rounded(hours) : null;
}

/** When it ends, of what fields show. */
export const endOf = (fromDate: string, hours: number): string => toField(fromField(fromDate) + hours * hourMs);

/** A job as it is, or a new one, with what the tool has made of it. */
export function valuesOf(job: Job | null, entry: TrayEntry | null): JobValues {
  const hours = entry ? rounded(entry.durationSeconds / 3600) : Number(job?.estimatedTime ?? 0);
  const from = entry?.from ?? (job ? Number(job.fromDate) : soon());
  const fromDate = toField(from);
  const estimate = entry && { quantity: rounded(entry.materialM3 * cubicCm), unit: 'CUBIC_CM' as const };
  return {
    jobName: job?.jobName ?? entry?.tray[0]?.fileName ?? '',
    equipmentId: job?.equipmentId ?? null,
    fromDate,
    toDate: entry ? endOf(fromDate, hours) : toField(Number(job?.toDate ?? from)),
    hours,
    duration: Number(job?.actualTime ?? 0) || null,
    materialId: job?.materialDTO?.id ?? null,
    quantity: Number(job?.materialQuantityUsed ?? 0),
    unit: job?.materialUnit ?? 'CUBIC_CM',
    ...estimate,
    secondary: (job?.secondaryMaterials ?? []).map(({ materialDTO, materialQuantityUsed }) => ({
      materialId: materialDTO.id,
      quantity: Number(materialQuantityUsed),
    })),
    supportId: job?.supportMaterial?.materialDTO.id ?? null,
    supportQuantity: Number(job?.supportMaterial?.materialQuantityUsed ?? 0),
    parts: [...(entry?.tray ?? (job ? partsOf(job) : []))],
    notes: job?.jobNotes ?? '',
    jobFiles: (job?.jobFiles ?? []).map(({ fileDTO }) => fileDTO),
  };
}

/** What is sent. `job`: the one that is changed; what has no field here stays as it was. */
export function draftOf(values: CheckedJob, job: Job | null) {
  const { supportId } = values;
  return {
    jobName: values.jobName,
    equipmentDTO: { id: values.equipmentId },
    materialDTO: { id: values.materialId },
    secondaryMaterials: values.secondary.map(({ materialId, quantity }) => ({
      materialDTO: { id: materialId },
      materialQuantityUsed: decimal(quantity),
    })),
    supportMaterial:
      supportId === null
        ? null
        : { materialDTO: { id: supportId }, materialQuantityUsed: decimal(values.supportQuantity) },
    simulationSoftwareDTO: job?.simulationSoftwareDTO ?? null,
    fromDate: String(fromField(values.fromDate)),
    toDate: String(fromField(values.toDate)),
    jobSource: job?.jobSource ?? ('GRABCAD' as const),
    estimatedTime: decimal(values.hours),
    ...(asksDuration(job) ? { actualTime: decimal(values.duration) } : {}),
    materialUnit: values.unit,
    materialQuantityUsed: decimal(values.quantity),
    priorityDTO: job?.priorityDTO ?? null,
    jobNotes: values.notes,
    jobFileIds: values.jobFiles.map(({ id }) => id),
    buildPlateUtilization: job?.buildPlateUtilization ?? null,
    files: values.parts.map(({ fileId, quantity }) => ({ rfqCadFileId: fileId, quantity })),
  };
}
