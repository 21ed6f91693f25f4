import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { namedSchema } from '../named.ts';

/** Processes, materials and machines (specification 7.3). */

const id = z.number().int();

/** What a machine does: builds parts, or finishes them (specification 3.1). */
export const machineKindSchema = z.enum(['THREED_PRINTER', 'POST_PROCESSING_MACHINE']);

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
