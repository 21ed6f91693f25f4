import * as z from 'zod';
import { lineSchema } from './line.ts';
import { defineCall } from './call.ts';
import {
  amProcessSchema,
  equipmentSchema,
  machineKindSchema,
  machineSchema,
  materialRoleSchema,
  materialSchema,
  namedSchema,
} from './catalog.ts';
import { member, provider } from './guard.ts';
import { fileDtoSchema } from './host.ts';

/** The library of models and materials, and what a facility has of them (specification 7.3, product: facility profile). */

const id = z.number().int();

/**
 * A machine with what its facility alone sees. `hourlyRate`: minor units of the facility's currency; `null` for those
 * who see no prices.
 */
export const equipmentDetailSchema = equipmentSchema.extend({
  hourlyRate: z.number().int().nullable(),
  imageFileId: id.nullable(),
  /** Not ended jobs that keep it from being retired. */
  openJobs: z.number().int(),
  /** It has, or had, jobs: its model stays. */
  used: z.boolean(),
  /** Every material it runs with what for; the lists of ids leave out print sheets. */
  materialRoles: z.array(z.object({ id, role: materialRoleSchema })),
});
export type EquipmentDetail = z.infer<typeof equipmentDetailSchema>;

/** Measured by the maker; `null` where it says nothing. */
const propertiesSchema = z.object({
  tensileStrengthMpa: z.number().nullable(),
  tensileModulusMpa: z.number().nullable(),
  elongationAtBreakPercent: z.number().nullable(),
  heatDeflectionC: z.number().nullable(),
  /** The load of the heat deflection, MPa. */
  heatDeflectionAt: z.number().nullable(),
  hardness: z.string().nullable(),
});
/** `source`: where the facts were read; `null` and `own` for a material that the enterprise added. */
export const libraryMaterialSchema = materialSchema.extend({
  manufacturer: z.string().nullable(),
  properties: propertiesSchema,
  source: z.string().nullable(),
  own: z.boolean(),
});
/** `pricePerKg`: minor units of the facility's currency; `null` for those who see no prices. */
export const facilityMaterialSchema = libraryMaterialSchema.extend({ pricePerKg: z.number().int().nullable() });

/** A finishing step: machining, dyeing, heat treatment. */
export const postProcessingSchema = z.object({ id, name: z.string(), description: z.string() });

export const listMachines = defineCall({
  id: 'catalog.machines',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/machines',
  summary: 'Machine models that a facility can have, whether or not it has one.',
  guard: member(),
  response: z.array(machineSchema.extend({ source: z.string().nullable(), own: z.boolean() })),
});

const editor = provider('FACILITY_CONFIG_EDITOR');
const name = lineSchema(120).min(1);
/** Minor units of the facility's currency. */
const minor = z.number().int().min(0).max(1_000_000_000);
const millimetres = z.number().min(1).max(20_000);

export const createMachine = defineCall({
  id: 'catalog.createMachine',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/machines',
  summary:
    "Adds a model that the library lacks, for the facilities of the caller's enterprise. CONFLICT when there is one.",
  guard: editor,
  body: z.object({
    modelName: name,
    manufacturer: name,
    amProcessId: id,
    kind: machineKindSchema.default('THREED_PRINTER'),
    /** `null` only for a post-processing machine. */
    buildVolume: z.object({ x: millimetres, y: millimetres, z: millimetres }).nullable(),
    generalMaterials: z.array(id).max(50),
  }),
  response: machineSchema,
});

export const listGeneralMaterials = defineCall({
  id: 'catalog.generalMaterials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/generalMaterials',
  summary: 'Families of materials, such as polyamide and titanium.',
  guard: member(),
  response: z.array(namedSchema),
});

/** What a machine of a facility is and runs. */
const equipmentDraft = z.object({
  displayName: name,
  machineId: id,
  materials: z.array(z.object({ id, role: materialRoleSchema.default('DEFAULT') })).max(200),
  currentlyUsedMaterialId: id.nullable(),
  hourlyRate: minor,
  /** A stored picture that the caller may see. */
  imageFileId: id.nullable(),
});

export const createEquipment = defineCall({
  id: 'catalog.createEquipment',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/sp/equipments',
  summary: 'A new machine of the active facility. CONFLICT when it has one of that name.',
  guard: editor,
  body: equipmentDraft.extend({ imageFileId: id.nullable().default(null), eventId: z.uuid() }),
  response: equipmentDetailSchema,
});

export const updateEquipment = defineCall({
  id: 'catalog.updateEquipment',
  owner: 'catalog',
  method: 'PUT',
  path: '/api/v1/sp/equipments/{id}',
  summary:
    'Changes a machine; what is left out stays. The model of one that has jobs stays, and the materials of open ones; a machine is retired (`hidden`) only without open jobs.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: equipmentDraft.extend({ hidden: z.boolean() }).partial(),
  response: equipmentDetailSchema,
});

export const loadMaterial = defineCall({
  id: 'catalog.loadMaterial',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/sp/equipments/{id}/material',
  summary: 'Says which material a machine has loaded now.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ materialId: id.nullable() }),
  response: equipmentDetailSchema,
});

export const listProcessSequence = defineCall({
  id: 'catalog.processSequence',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/amprocess/sequence',
  summary: 'Processes in the order in which lists show them.',
  guard: member(),
  response: z.array(amProcessSchema.pick({ id: true, processKey: true, sequence: true })),
});

export const listPostProcessing = defineCall({
  id: 'catalog.postProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/postprocessing',
  summary: 'Every finishing step there is.',
  guard: member(),
  response: z.array(postProcessingSchema),
});

export const listFacilityPostProcessing = defineCall({
  id: 'catalog.facilityPostProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/postProcessings',
  summary: 'Finishing steps that the active facility offers.',
  guard: provider(),
  response: z.array(postProcessingSchema),
});

export const updateFacilityPostProcessing = defineCall({
  id: 'catalog.updateFacilityPostProcessing',
  owner: 'catalog',
  method: 'PUT',
  path: '/api/v1/sp/postProcessings',
  summary: 'Says which finishing steps the active facility offers.',
  guard: editor,
  body: z.object({ ids: z.array(id).max(200) }),
  response: z.array(postProcessingSchema),
});

export const listFacilityEquipments = defineCall({
  id: 'catalog.facilityEquipments',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/equipments',
  summary: 'Machines of the active facility, hidden ones too.',
  guard: provider(),
  response: z.array(equipmentDetailSchema),
});

export const listFacilityMaterials = defineCall({
  id: 'catalog.facilityMaterials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/materials',
  summary: 'Materials that the active facility keeps.',
  guard: provider(),
  response: z.array(facilityMaterialSchema),
});

export const listLibraryMaterials = defineCall({
  id: 'catalog.library',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/materials',
  summary: "Every material of the library, and the enterprise's own ones.",
  guard: provider(),
  response: z.array(libraryMaterialSchema),
});

export const createMaterial = defineCall({
  id: 'catalog.createMaterial',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/materials',
  summary:
    "Adds a material that the library lacks, for the facilities of the caller's enterprise. CONFLICT when there is one.",
  guard: editor,
  body: z.object({
    name,
    manufacturer: lineSchema(120),
    generalMaterialId: id,
    amProcessId: id,
    density: z.number().min(0.05).max(25),
  }),
  response: libraryMaterialSchema,
});

export const updateFacilityMaterial = defineCall({
  id: 'catalog.updateFacilityMaterial',
  owner: 'catalog',
  method: 'PUT',
  path: '/api/v1/sp/materials/{id}',
  summary: 'Keeps a material at a price per kilogram, or no longer keeps it: CONFLICT while a machine runs it.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ kept: z.boolean(), pricePerKg: minor }),
  response: facilityMaterialSchema,
});

export const listSimulationSoftware = defineCall({
  id: 'catalog.simulationSoftware',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/simulation-software',
  summary: 'Programs that a simulated build time can come from.',
  guard: provider(),
  response: z.array(namedSchema),
});

const materialFileOf = { entityType: z.enum(['MATERIAL', 'EQUIPMENT']) };
const materialFileSchema = z.object({ id, title: z.string(), fileDTO: fileDtoSchema });

export const listMaterialFiles = defineCall({
  id: 'catalog.materialFiles',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/material-files',
  summary: 'Data sheets and certificates of a material or a machine.',
  guard: member(),
  query: z.object({ ...materialFileOf, entityId: z.coerce.number().int().positive() }),
  response: z.array(materialFileSchema),
});

export const addMaterialFile = defineCall({
  id: 'catalog.addMaterialFile',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/material-files',
  summary: 'Attaches a stored file to a material or a machine of the active facility.',
  guard: editor,
  body: z.object({ ...materialFileOf, entityId: id.positive(), title: name, fileId: id }),
  response: materialFileSchema,
});

export const removeMaterialFile = defineCall({
  id: 'catalog.removeMaterialFile',
  owner: 'catalog',
  method: 'DELETE',
  path: '/api/v1/material-files/{id}',
  summary: 'Takes it off again; the file itself stays.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.null(),
});
