import * as z from 'zod';
import { defineCall } from './call.ts';
import { amProcessSchema, equipmentSchema, machineSchema, materialSchema, namedSchema } from './catalog.ts';
import { member, provider } from './guard.ts';
import { fileDtoSchema } from './host.ts';

/** The rest of the catalogue: machine models, process chains, post-processing, software (specification 7.3). */

const id = z.number().int();

/** A finishing step: machining, dyeing, heat treatment. */
export const postProcessingSchema = z.object({ id, name: z.string(), description: z.string() });

export const listMachines = defineCall({
  id: 'catalog.machines',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/machines',
  summary: 'Machine models that a facility can have, whether or not it has one.',
  guard: member(),
  response: z.array(machineSchema),
  unfinished: true,
});

export const listProcessSequence = defineCall({
  id: 'catalog.processSequence',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/amprocess/sequence',
  summary: 'Processes in the order in which lists show them.',
  guard: member(),
  response: z.array(amProcessSchema.pick({ id: true, processKey: true, sequence: true })),
  unfinished: true,
});

export const listPostProcessing = defineCall({
  id: 'catalog.postProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/postprocessing',
  summary: 'Every finishing step there is.',
  guard: member(),
  response: z.array(postProcessingSchema),
  unfinished: true,
});

export const listFacilityPostProcessing = defineCall({
  id: 'catalog.facilityPostProcessing',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/postProcessings',
  summary: 'Finishing steps that the active facility offers.',
  guard: provider(),
  response: z.array(postProcessingSchema),
  unfinished: true,
});

export const listFacilityEquipments = defineCall({
  id: 'catalog.facilityEquipments',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/equipments',
  summary: 'Machines of the active facility, hidden ones too.',
  guard: provider(),
  response: z.array(equipmentSchema),
  unfinished: true,
});

export const listFacilityMaterials = defineCall({
  id: 'catalog.facilityMaterials',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/sp/materials',
  summary: 'Materials that the active facility keeps.',
  guard: provider(),
  response: z.array(materialSchema),
  unfinished: true,
});

export const listSimulationSoftware = defineCall({
  id: 'catalog.simulationSoftware',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/simulation-software',
  summary: 'Programs that a simulated build time can come from.',
  guard: provider(),
  response: z.array(namedSchema),
  unfinished: true,
});

export const listMaterialFiles = defineCall({
  id: 'catalog.materialFiles',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/material-files',
  summary: 'Data sheets and certificates of a material or a machine.',
  guard: member(),
  query: z.object({ entityId: z.coerce.number().int().positive(), entityType: z.enum(['MATERIAL', 'EQUIPMENT']) }),
  response: z.array(z.object({ id, title: z.string(), fileDTO: fileDtoSchema })),
  unfinished: true,
});
