import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';

const dto = (id: number, fileName: string) => ({ id, fileName, size: 1, fileURL: `/api/v1/files/${id}/content` });

export const anOrderFile = (id: number, more: Partial<OrderFile> = {}): OrderFile => ({
  ...{ id, quantity: 10, scheduled: 4, notScheduled: 6, made: 0, aMProcess: { id: 30, name: 'SLS' } },
  ...{ materials: [{ id: 50, name: 'PA 2200' }], machines: [], pngFileDTO: null, itar: false, unitPrice: null },
  ...{ finish: null, color: '', tolerance: 'STANDARD', inspection: 'STANDARD', notes: '' },
  originalFileDTO: dto(id + 100, `part-${id}.step`),
  units: 'MM',
  fileDTO: dto(id + 200, `part-${id}.stl`),
  report: { volumeMm3: 1, areaMm2: 1, facets: 1, watertight: true, size: [1, 1, 1] },
  ...more,
});

export const aMaterial = (id: number, name: string) => ({
  ...{ id, name, generalMaterial: { id: 40, name: 'Polyamide' }, amProcessId: 30, density: 1 },
});

export const aMachine = (id: number, more: Partial<Equipment> = {}): Equipment => ({
  ...{ id, displayName: `SLS-0${id}`, machineDTO: { model: 'P 396' } },
  machine: {
    ...{ id: 10, modelName: 'P 396', manufacturer: { id: 20, name: 'EOS' }, amProcess: { id: 30, name: 'SLS' } },
    ...{ generalMaterialTypes: [], kind: 'THREED_PRINTER', buildVolume: { x: 1, y: 1, z: 1 } },
  },
  ...{ spId: 1, facilityName: 'Home', imageUrl: null, materials: [50], supportMaterials: [] },
  ...{ detailingAgentMaterials: [], fusingAgentMaterials: [], currentlyUsedMaterialId: 50, hidden: false },
  ...more,
});

export const aJob = (more: Partial<Job> = {}): Job => ({
  ...{ id: 7, jobName: 'Plate', jobType: 'ORDER', jobSource: 'GRABCAD', jobCreationType: 'MANUAL' },
  ...{ jobStatus: 'QUEUED', fromDate: '1795600800000', toDate: '1795608000000', estimatedTime: '2', actualTime: '2' },
  ...{ materialUnit: 'CUBIC_CM', materialQuantityUsed: '20', materialDTO: { id: 50, name: 'PA 2200' } },
  ...{ equipmentId: 1, equipmentType: 'THREED_PRINTER' },
  jobOrderDTOs: [
    {
      ...{ orderId: 41, subOrderId: null, rfqDTO: { id: 41, displayTitle: 'Arms' } },
      fileIds: [
        { rfqFileDTO: anOrderFile(3), rfqCadFileId: 3, quantity: 2, completedQuantity: 0, fileName: 'part-3.stl' },
      ],
    },
  ],
  equipmentDTO: { id: 1, displayName: 'SLS-01', facilityName: 'Home', spId: 1 },
  ...{ secondaryMaterials: [], supportMaterial: null, simulationSoftwareDTO: null, jobFiles: [], version: 4 },
  ...{ mergedIntoJobId: null, rerunOfJobId: null, seriesId: null, tags: [] },
  ...{ jobNotes: '', priorityDTO: null, buildPlateUtilization: null, active: true },
  ...more,
});
