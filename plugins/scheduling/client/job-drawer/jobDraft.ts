import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Zone } from '../zone.ts';
import { rounded } from './jobValues.ts';
import type { CheckedJob } from './jobValues.ts';

const decimal = (value: number | null): string => String(rounded(value ?? 0, 6));

/** What is sent: dates as instants of the facility's clock, amounts as decimal text. */
export function draftOf(values: CheckedJob, zone: Zone, jobSource: Job['jobSource'], asksDuration: boolean) {
  const { supportMaterial: support, simulationSoftwareDTO: software, buildPlateUtilization: percent } = values;
  return {
    jobName: values.jobName,
    equipmentDTO: { id: values.equipmentDTO },
    materialDTO: { id: values.materialDTO },
    secondaryMaterials: values.secondaryMaterials.map(({ materialDTO, materialQuantityUsed }) => ({
      materialDTO: { id: materialDTO },
      materialQuantityUsed: decimal(materialQuantityUsed),
    })),
    supportMaterial:
      support.materialDTO === null
        ? null
        : { materialDTO: { id: support.materialDTO }, materialQuantityUsed: decimal(support.materialQuantityUsed) },
    simulationSoftwareDTO: software === null ? null : { id: software },
    fromDate: String(zone.fromPicker(values.fromDate)),
    toDate: String(zone.fromPicker(values.toDate)),
    jobSource,
    estimatedTime: decimal(values.estimatedTime),
    ...(asksDuration ? { actualTime: decimal(values.actualTime) } : {}),
    materialUnit: values.materialUnit,
    materialQuantityUsed: decimal(values.materialQuantityUsed),
    priorityDTO: values.priorityDTO === null ? null : { id: values.priorityDTO },
    jobNotes: values.jobNotes,
    buildPlateUtilization: percent === null ? null : rounded(percent / 100, 6),
    files: values.files.map(({ id, quantity }) => ({ rfqCadFileId: id, quantity })),
    jobFileIds: values.jobFiles.map(({ id }) => id),
  };
}
