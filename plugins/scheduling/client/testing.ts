import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { Permission } from '@sinter/sdk/contract/enums';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { providerUser } from '@sinter/sdk/testing';

export const planner = (permissions: Permission[] = ['PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS']) =>
  providerUser({ serviceProvider: { permissions, timeZone: 'Europe/Berlin' } });

export const aMachine = (id: number, more: Partial<Equipment> = {}): Equipment => ({
  id,
  displayName: `SLS-0${id}`,
  machineDTO: { model: 'P 396' },
  machine: {
    ...{ id: 10, modelName: 'P 396', manufacturer: { id: 20, name: 'EOS' }, amProcess: { id: 30, name: 'SLS' } },
    ...{
      generalMaterialTypes: [{ id: 40, name: 'Polyamide' }],
      kind: 'THREED_PRINTER',
      buildVolume: { x: 1, y: 1, z: 1 },
    },
  },
  ...{
    spId: 1,
    facilityName: 'Home',
    imageUrl: null,
    materials: [50],
    supportMaterials: [],
    detailingAgentMaterials: [],
  },
  ...{ fusingAgentMaterials: [], currentlyUsedMaterialId: 50, hidden: false },
  ...more,
});

const dto = (id: number, fileName: string) => ({ id, fileName, size: 1, fileURL: `/api/v1/files/${id}/content` });

export const anOrderFile = (id: number, more: Partial<OrderFile> = {}): OrderFile => ({
  ...{ id, quantity: 10, scheduled: 0, notScheduled: 10, made: 0, aMProcess: { id: 30, name: 'SLS' } },
  ...{ materials: [{ id: 50, name: 'PA 2200' }], machines: [], pngFileDTO: null, itar: false, unitPrice: null },
  ...{ finish: null, color: '', tolerance: 'STANDARD', inspection: 'STANDARD', notes: '' },
  originalFileDTO: dto(id + 100, `bracket-${id}.step`),
  units: 'MM',
  fileDTO: dto(id + 200, `bracket-${id}.stl`),
  report: { volumeMm3: 1, areaMm2: 1, facets: 1, watertight: true, size: [1, 1, 1] },
  ...more,
});

export const aFullJob = (more: Partial<Job> = {}): Job => ({
  ...{
    id: 7,
    jobName: 'Bracket',
    jobType: 'ORDER',
    jobSource: 'SCHEDULING',
    jobCreationType: 'MANUAL',
    jobStatus: 'QUEUED',
  },
  ...{
    fromDate: '1000',
    toDate: '2000',
    estimatedTime: '12',
    actualTime: '12',
    materialUnit: 'GRAM',
    materialQuantityUsed: '0',
  },
  ...{ materialDTO: { id: 50, name: 'PA 2200' }, equipmentId: 1, equipmentType: 'THREED_PRINTER', jobOrderDTOs: [] },
  equipmentDTO: { id: 1, displayName: 'SLS-01', facilityName: 'Home', spId: 1 },
  ...{ secondaryMaterials: [], supportMaterial: null, simulationSoftwareDTO: null, jobFiles: [], version: 1 },
  ...{ mergedIntoJobId: null, rerunOfJobId: null, seriesId: null },
  ...{ jobNotes: '', priorityDTO: null, buildPlateUtilization: null, active: true, tags: [] },
  ...more,
});
