import * as z from 'zod';
import { defineCall } from './call.ts';
import { member, provider } from './guard.ts';

/** Processes, materials and machines (specification 7.3). */

const id = z.number().int();
export const namedSchema = z.object({ id, name: z.string() });

export const machineKindSchema = z.enum(['THREED_PRINTER', 'POST_PROCESSING_MACHINE']);

/** What a machine uses a material for. */
export const materialRoleSchema = z.enum([
  'DEFAULT',
  'PRIMARY',
  'SUPPORT',
  'PRINT_SHEET',
  'FUSING_AGENT',
  'DETAILING_AGENT',
]);

export const amProcessSchema = z.object({ id, name: z.string(), processKey: z.string(), sequence: z.number().int() });

/** Density in g/cm³; price in minor units of `currency` per kilogram, for those who may see prices. */
export const materialSchema = z.object({
  id,
  name: z.string(),
  generalMaterial: namedSchema,
  amProcessId: id,
  density: z.number(),
});

export const machineSchema = z.object({
  id,
  modelName: z.string(),
  manufacturer: namedSchema,
  amProcess: namedSchema,
  generalMaterialTypes: z.array(namedSchema),
  kind: machineKindSchema,
  /** mm; `null` for machines that build nothing. */
  buildVolume: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
});

/** A machine of a facility (specification, section 3). Material lists hold ids. */
export const equipmentSchema = z.object({
  id,
  displayName: z.string(),
  machineDTO: z.object({ model: z.string() }),
  machine: machineSchema,
  spId: id,
  facilityName: z.string(),
  imageUrl: z.string().nullable(),
  materials: z.array(id),
  supportMaterials: z.array(id),
  detailingAgentMaterials: z.array(id),
  fusingAgentMaterials: z.array(id),
  currentlyUsedMaterialId: id.nullable(),
  hidden: z.boolean(),
});
export type Equipment = z.infer<typeof equipmentSchema>;

const allFacilities = z.object({ getFromAllFacilities: z.enum(['true', 'false']).optional() });

export const listAmProcesses = defineCall({
  id: 'catalog.amProcesses',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/amprocess',
  summary: 'Processes. With `filter_by_match_type`, only those that a facility of `matchingType` offers on a machine.',
  guard: member(),
  query: z.object({
    filter_by_match_type: z.enum(['true', 'false']).optional(),
    matchingType: z.enum(['INTERNAL_FACILITY']).optional(),
  }),
  response: z.array(amProcessSchema),
});

export const listEquipments = defineCall({
  id: 'catalog.equipments',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v3/sp/equipments',
  summary: 'Machines of the active facility, or of every facility of its tree with `getFromAllFacilities`.',
  guard: provider(),
  query: allFacilities,
  response: z.array(equipmentSchema),
});

export const listMaterials = defineCall({
  id: 'catalog.materials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v3/sp/materials',
  summary: 'Materials that the machines of the facility (or of its whole tree) can use.',
  guard: provider(),
  query: allFacilities,
  response: z.array(materialSchema),
});

/** What a buyer can choose from: the processes and materials that some facility really offers. */
export const listOfferedMaterials = defineCall({
  id: 'catalog.offered',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/machineMaterialMapping',
  summary: 'Processes with the materials and the largest build volume (mm) that some machine offers for them.',
  guard: member(),
  response: z.array(
    z.object({
      process: amProcessSchema,
      materials: z.array(materialSchema),
      maxBuildVolume: z.object({ x: z.number(), y: z.number(), z: z.number() }),
    }),
  ),
});
