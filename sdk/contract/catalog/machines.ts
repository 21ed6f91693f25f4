import * as z from 'zod';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { equipmentSchema, machineKindSchema, machineSchema, materialSchema } from './catalog.ts';
import { amProcessSchema } from './offered.ts';
import { namedSchema } from '../named.ts';
import { anyMember, provider } from '../guard.ts';
import { sameForAll } from './offered.ts';
import { fileDtoSchema } from '../host/files.ts';

/** The library of models and materials, and what a facility has of them (specification 7.3, product 2, Facility profile). */

/** What a machine uses a material for (specification 3.1). */
export const materialRoleSchema = z.enum([
  'DEFAULT',
  'PRIMARY',
  'SUPPORT',
  'PRINT_SHEET',
  'FUSING_AGENT',
  'DETAILING_AGENT',
]);

const id = z.number().int();

/**
 * A machine with what only its facility sees. `hourlyRate`: minor units of the facility's currency per hour; `null`
 * for a caller who sees no prices.
 */
export const equipmentDetailSchema = equipmentSchema.extend({
  hourlyRate: z.number().int().nullable(),
  imageFileId: id.nullable(),
  /** Jobs that have not ended. While there are any, the machine cannot be retired. */
  openJobs: z.number().int(),
  /** The machine has or had jobs, so its model cannot change. */
  used: z.boolean(),
  /** How thick its layers are, µm; `null`: nobody has said it. Estimates learn from its builds by it. */
  layerHeightUm: z.number().int().nullable(),
  /** Every material that the machine runs, with its role. The lists of ids above leave out print sheets. */
  materialRoles: z.array(z.object({ id, role: materialRoleSchema })),
});
export type EquipmentDetail = z.infer<typeof equipmentDetailSchema>;

/** Figures that the maker publishes: MPa, percent and °C. `null` where the maker says nothing. */
const propertiesSchema = z.object({
  tensileStrengthMpa: z.number().nullable(),
  tensileModulusMpa: z.number().nullable(),
  elongationAtBreakPercent: z.number().nullable(),
  heatDeflectionC: z.number().nullable(),
  /** The load of the heat deflection, MPa. */
  heatDeflectionAt: z.number().nullable(),
  hardness: z.string().nullable(),
});
/**
 * A material with what its maker says about it. `source`: where the facts were read. It is `null`, and `own` is
 * `true`, for a material that the enterprise added.
 */
export const libraryMaterialSchema = materialSchema.extend({
  manufacturer: z.string().nullable(),
  properties: propertiesSchema,
  source: z.string().nullable(),
  own: z.boolean(),
});
/**
 * A material that a facility keeps. `pricePerKg`: minor units of the facility's currency per kilogram; `null` for a
 * caller who sees no prices.
 */
export const facilityMaterialSchema = libraryMaterialSchema.extend({ pricePerKg: z.number().int().nullable() });

/** A finishing step: machining, dyeing, heat treatment. */
export const postProcessingSchema = z.object({ id, name: z.string(), description: z.string() });

/** The library of models and those that the enterprise added (specification 7.3). */
export const listMachines = defineCall({
  id: 'catalog.machines',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/machines',
  summary: 'Machine models that a facility can have, whether or not it has one.',
  guard: anyMember(sameForAll),
  response: z.array(machineSchema.extend({ source: z.string().nullable(), own: z.boolean() })),
});

const editor = provider('FACILITY_CONFIG_EDITOR');
const name = lineSchema(120).min(1);
/** Minor units of the facility's currency. */
const minor = z.number().int().min(0).max(1_000_000_000);
/** A length of a build volume, mm. */
const millimetres = z.number().min(1).max(20_000);

/**
 * Refused with INVALID_INPUT when there is no such process or family of materials, or when a printer has no build
 * volume; with CONFLICT when the maker has a model of that name (product 2, Facility profile).
 */
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

/** Families by name (product 2, Facility profile). */
export const listGeneralMaterials = defineCall({
  id: 'catalog.generalMaterials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/generalMaterials',
  summary: 'Families of materials, such as polyamide and titanium.',
  guard: anyMember(sameForAll),
  response: z.array(namedSchema),
});

/** What a machine of a facility is and runs. */
const equipmentDraft = z.object({
  displayName: name,
  machineId: id,
  materials: z.array(z.object({ id, role: materialRoleSchema.default('DEFAULT') })).max(200),
  currentlyUsedMaterialId: id.nullable(),
  hourlyRate: minor,
  /** How thick its layers are, µm. */
  layerHeightUm: z.number().int().min(1).max(5000).nullable(),
  /** A stored picture that the caller may see. */
  imageFileId: id.nullable(),
});

/**
 * The same `eventId` sent twice adds one machine. Refused with INVALID_INPUT when there is no such model, a material
 * is listed twice, the facility does not keep it, it is made for another process, or the loaded material is not among
 * `materials`; with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see the picture; with CONFLICT when the
 * facility has a machine of that name (product 2, Facility profile).
 */
export const createEquipment = defineCall({
  id: 'catalog.createEquipment',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/sp/equipments',
  summary: 'A new machine of the active facility. CONFLICT when it has one of that name.',
  guard: editor,
  body: equipmentDraft.extend({
    layerHeightUm: equipmentDraft.shape.layerHeightUm.default(null),
    imageFileId: id.nullable().default(null),
    eventId: z.uuid(),
  }),
  response: equipmentDetailSchema,
});

/**
 * Refused with NOT_FOUND when the active facility has no such machine; with CONFLICT when the new name is taken, when
 * a machine that has or had jobs gets another model, when open jobs need a material that is taken away, or when a
 * machine with open jobs is hidden; otherwise as `createEquipment` (product 2, Facility profile).
 */
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

/**
 * Refused with NOT_FOUND when the active facility has no such machine, with INVALID_INPUT when it does not run the
 * material.
 */
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

/** Every process, smallest `sequence` first (specification 7.3). */
export const listProcessSequence = defineCall({
  id: 'catalog.processSequence',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/amprocess/sequence',
  summary: 'Processes in the order in which lists show them.',
  guard: anyMember(sameForAll),
  response: z.array(amProcessSchema.pick({ id: true, processKey: true, sequence: true })),
});

/** Specification 7.3. */
export const listPostProcessing = defineCall({
  id: 'catalog.postProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/postprocessing',
  summary: 'Every finishing step there is.',
  guard: anyMember(sameForAll),
  response: z.array(postProcessingSchema),
});

/** Specification 7.3. */
export const listFacilityPostProcessing = defineCall({
  id: 'catalog.facilityPostProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/postProcessings',
  summary: 'Finishing steps that the active facility offers.',
  guard: provider(),
  response: z.array(postProcessingSchema),
});

/** Replaces the whole list. Refused with INVALID_INPUT when one of `ids` is no finishing step. */
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

/** Specification 7.3. */
export const listFacilityEquipments = defineCall({
  id: 'catalog.facilityEquipments',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/equipments',
  summary: 'Machines of the active facility, hidden ones too.',
  guard: provider(),
  response: z.array(equipmentDetailSchema),
});

/** Ordered by name (specification 7.3). */
export const listFacilityMaterials = defineCall({
  id: 'catalog.facilityMaterials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/materials',
  summary: 'Materials that the active facility keeps.',
  guard: provider(),
  response: z.array(facilityMaterialSchema),
});

/** Ordered by name. */
export const listLibraryMaterials = defineCall({
  id: 'catalog.library',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/materials',
  summary: "Every material of the library, and the enterprise's own ones.",
  guard: provider(),
  response: z.array(libraryMaterialSchema),
});

/**
 * `density` in g/cm³. Refused with INVALID_INPUT when there is no such process or family; with CONFLICT when the
 * process has a material of that name (product 2, Facility profile).
 */
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

/**
 * Refused with NOT_FOUND when neither the library nor the enterprise has the material; with CONFLICT when `kept` is
 * `false` and a machine of the facility runs it.
 */
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

/** Specification 7.3. */
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
/** A document with its title. */
const materialFileSchema = z.object({ id, title: z.string(), fileDTO: fileDtoSchema });

/**
 * A provider reads the documents of the active facility, a buyer those whose files the buyer may see (specification
 * 7.3).
 */
export const listMaterialFiles = defineCall({
  id: 'catalog.materialFiles',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/material-files',
  summary: 'Data sheets and certificates of a material or a machine.',
  guard: anyMember('Every document is listed to those alone who may open its file.'),
  query: z.object({ ...materialFileOf, entityId: z.coerce.number().int().positive() }),
  response: z.array(materialFileSchema),
});

/**
 * Refused with NOT_FOUND when the machine is not of the active facility, the material is not visible to it, or the
 * caller may not see the file; with EXPORT_CONTROLLED when the file is controlled and the caller is not cleared.
 */
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

/** The file itself stays. Refused with NOT_FOUND when the active facility has no such document. */
export const removeMaterialFile = defineCall({
  id: 'catalog.removeMaterialFile',
  owner: 'catalog',
  method: 'DELETE',
  path: '/api/v1/material-files/{id}',
  summary: 'Takes a document off its material or machine; the file itself stays.',
  guard: editor,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: z.null(),
});
