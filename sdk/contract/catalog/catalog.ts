import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member, provider } from '../guard.ts';
import { namedSchema } from '../named.ts';

/** Processes, materials and machines (specification 7.3). */

const id = z.number().int();

/** What a machine does: builds parts, or finishes them (specification 3.1). */
export const machineKindSchema = z.enum(['THREED_PRINTER', 'POST_PROCESSING_MACHINE']);

/** What a machine uses a material for (specification 3.1). */
export const materialRoleSchema = z.enum([
  'DEFAULT',
  'PRIMARY',
  'SUPPORT',
  'PRINT_SHEET',
  'FUSING_AGENT',
  'DETAILING_AGENT',
]);

/**
 * A manufacturing process. `processKey`: one of the keys of `processes.ts`. `sequence`: its place in lists, smallest
 * first.
 */
export const amProcessSchema = z.object({ id, name: z.string(), processKey: z.string(), sequence: z.number().int() });

/** A material of the library. `density` in g/cm³, which is mg/mm³. */
export const materialSchema = z.object({
  id,
  name: z.string(),
  generalMaterial: namedSchema,
  amProcessId: id,
  density: z.number(),
});

/** A machine model, as its maker sells it (specification 3, Equipment). */
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

/**
 * A machine of a facility (specification 3, Equipment). `spId`: its facility. The lists of materials hold material
 * ids.
 */
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

/** `true`: every facility of the caller's tree instead of the active one. */
const allFacilities = z.object({ getFromAllFacilities: z.enum(['true', 'false']).optional() });

/** Specification 7.3. Ordered by `sequence`. */
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

/**
 * By facility, process and name. Refused with FORBIDDEN when `getFromAllFacilities` is `true` and the caller lacks
 * ENTERPRISE_SCHEDULER_VIEW (specification 7.3; product 3.10).
 */
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

/**
 * Refused with FORBIDDEN when `getFromAllFacilities` is `true` and the caller lacks ENTERPRISE_SCHEDULER_VIEW
 * (specification 7.3; product 3.10).
 */
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

/** What a buyer can choose from: the processes and materials that some facility really offers (specification 7.3). */
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

export type MaterialRole = z.infer<typeof materialRoleSchema>;
