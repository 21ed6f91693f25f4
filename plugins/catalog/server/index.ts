import * as contract from '@sinter/sdk/contract/catalog';
import * as parts from '@sinter/sdk/contract/parts';
import { defineServer, partInventory } from '@sinter/sdk/server';
import { seedDemo } from './demo.ts';
import { listEquipments } from './equipments.ts';
import { listMaterials, listOfferedMaterials, listProcesses } from './materials.ts';
import * as catalogue from './migrations/001_catalogue.ts';
import * as inventoryTables from './migrations/002_parts.ts';
import * as derived from './migrations/003_derived.ts';
import * as deleted from './migrations/004_deleted.ts';
import { add, addRevision, archive, bringBack, remove, update } from './parts/changes.ts';
import { seedParts } from './parts/demo.ts';
import { detail, search } from './parts/queries.ts';
import { inventory } from './parts/register.ts';

export default defineServer({
  id: 'catalog',
  after: ['preparation'],
  migrations: {
    '001_catalogue': catalogue,
    '002_parts': inventoryTables,
    '003_derived': derived,
    '004_deleted': deleted,
  },
  async demo(unit, world) {
    await seedDemo(unit, world);
    await seedParts(unit, world);
  },
  setup(server) {
    server.handle(contract.listAmProcesses, (context, { query }) =>
      listProcesses(context, query.filter_by_match_type === 'true'),
    );
    server.handle(contract.listEquipments, (context, { query }) =>
      listEquipments(context, query.getFromAllFacilities === 'true'),
    );
    server.handle(contract.listMaterials, (context, { query }) =>
      listMaterials(context, query.getFromAllFacilities === 'true'),
    );
    server.handle(contract.listOfferedMaterials, (context) => listOfferedMaterials(context));
    server.handle(parts.searchParts, search);
    server.handle(parts.getPart, (context, { params }) => detail(context, params.id));
    server.handle(parts.addPart, add);
    server.handle(parts.addPartRevision, addRevision);
    server.handle(parts.updatePart, update);
    server.handle(parts.archiveParts, archive);
    server.handle(parts.deleteParts, remove);
    server.handle(parts.undeleteParts, bringBack);
    server.provide(partInventory, inventory);
  },
});
