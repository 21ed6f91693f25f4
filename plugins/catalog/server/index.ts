import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import * as contract from '@sinter/sdk/contract/catalog/catalog';
import * as offered from '@sinter/sdk/contract/catalog/offered';
import * as events from '@sinter/sdk/contract/catalog/events';
import * as machines from '@sinter/sdk/contract/catalog/machines';
import * as parts from '@sinter/sdk/contract/catalog/parts';
import * as uploadedParts from '@sinter/sdk/contract/catalog/uploadedParts';
import { contractOf } from '@sinter/sdk/contract/contract';
import { areaTexts, defineServer, facilityUse, fileRelations } from '@sinter/sdk/server';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { partSight } from '@sinter/sdk/contract/catalog/partSight';
import { seedDemo } from './demo.ts';
import { addDocument, listDocuments, removeDocument } from './documents.ts';
import { machinesInUse } from './facilityUse.ts';
import { addMaterial, keepMaterial, listKept, listLibrary } from './facilityMaterials.ts';
import { listOfferedSteps, listSteps, offerSteps } from './finishing/finishing.ts';
import { loadLibrary } from './library/load.ts';
import { addEquipment, changeEquipment, load } from './machines/equipmentChanges.ts';
import { listEquipments, listFacilityEquipments } from './machines/equipments.ts';
import { addModel, listModels } from './machines/models.ts';
import { listGeneralMaterials, listMaterials, listOfferedMaterials, listProcesses } from './materials.ts';
import * as catalogue from './migrations/001_catalogue.ts';
import * as inventoryTables from './migrations/002_parts.ts';
import * as derived from './migrations/003_derived.ts';
import * as deleted from './migrations/004_deleted.ts';
import * as kept from './migrations/007_kept.ts';
import * as layers from './migrations/008_layers.ts';
import * as machineTables from './migrations/005_machines.ts';
import { add, addRevision, archive, bringBack, remove, tagAll, update } from './parts/changes.ts';
import { seedFacilityTags, seedParts } from './parts/demo.ts';
import { tagOfFacility } from './parts/facilityTags.ts';
import { partFiles } from './parts/fileRelations.ts';
import { detail, search } from './parts/queries.ts';
import { inventory } from './parts/register.ts';
import { addUploaded, searchUploaded } from './parts/uploaded.ts';
import { seenParts } from './parts/visibility.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'catalog',
  contract: contractOf(contract, offered, events, machines, parts, uploadedParts),
  after: ['admin', 'preparation'],
  migrations: {
    '001_catalogue': catalogue,
    '002_parts': inventoryTables,
    '003_derived': derived,
    '004_deleted': deleted,
    '005_machines': machineTables,
    // A changed library is one more line: `libraryVersion` is its name, and each brings in all of it.
    '006_library_d05ef5f7': { up: loadLibrary },
    '007_kept': kept,
    '008_layers': layers,
  },
  async demo(unit, world, services) {
    await seedDemo(unit, world);
    await seedParts(unit, world);
    await seedFacilityTags(unit, world, services);
  },
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(facilityUse, machinesInUse);
    server.contribute(taggedKinds, 'PART');
    server.contribute(fileRelations, partFiles(server));
    server.handle(offered.listAmProcesses, (context, { query }) =>
      listProcesses(context, query.filter_by_match_type === 'true'),
    );
    server.handle(contract.listEquipments, (context, { query }) =>
      listEquipments(context, query.getFromAllFacilities === 'true'),
    );
    server.handle(contract.listMaterials, (context, { query }) =>
      listMaterials(context, query.getFromAllFacilities === 'true'),
    );
    server.handle(offered.listOfferedMaterials, (context) => listOfferedMaterials(context));
    server.handle(machines.listProcessSequence, (context) => listProcesses(context, false));
    server.handle(machines.listGeneralMaterials, listGeneralMaterials);
    server.handle(machines.listMachines, listModels);
    server.handle(machines.createMachine, addModel);
    server.handle(machines.listFacilityEquipments, listFacilityEquipments);
    server.handle(machines.createEquipment, addEquipment);
    server.handle(machines.updateEquipment, changeEquipment);
    server.handle(machines.loadMaterial, load);
    server.handle(machines.listLibraryMaterials, listLibrary);
    server.handle(machines.createMaterial, addMaterial);
    server.handle(machines.listFacilityMaterials, listKept);
    server.handle(machines.updateFacilityMaterial, keepMaterial);
    server.handle(machines.listPostProcessing, listSteps);
    server.handle(machines.listFacilityPostProcessing, (context) => listOfferedSteps(context));
    server.handle(machines.updateFacilityPostProcessing, offerSteps);
    server.handle(machines.listSimulationSoftware, (context) =>
      context.db.selectFrom('simulation_software').select(['id', 'name']).orderBy('name').execute(),
    );
    server.handle(machines.listMaterialFiles, listDocuments);
    server.handle(machines.addMaterialFile, addDocument);
    server.handle(machines.removeMaterialFile, removeDocument);
    server.handle(parts.searchParts, search);
    server.handle(parts.getPart, (context, { params }) => detail(context, params.id));
    server.handle(parts.addPart, add);
    server.handle(parts.addPartRevision, addRevision);
    server.handle(parts.updatePart, update);
    server.handle(parts.archiveParts, archive);
    server.handle(parts.tagParts, tagAll);
    server.handle(parts.tagFacilityParts, tagOfFacility);
    server.handle(parts.deleteParts, remove);
    server.handle(parts.undeleteParts, bringBack);
    server.handle(uploadedParts.searchUploadedParts, searchUploaded);
    server.handle(uploadedParts.addUploadedParts, addUploaded);
    server.provide(partInventory, inventory);
    server.provide(partSight, { seen: (user) => seenParts({ user, all: server.all }) });
  },
});
