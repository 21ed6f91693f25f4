import * as contract from '@sinter/sdk/contract/catalog';
import { defineServer } from '@sinter/sdk/server';
import { seedDemo } from './demo.ts';
import { listEquipments } from './equipments.ts';
import { listMaterials, listOfferedMaterials, listProcesses } from './materials.ts';
import * as catalogue from './migrations/001_catalogue.ts';

export default defineServer({
  id: 'catalog',
  migrations: { '001_catalogue': catalogue },
  demo: seedDemo,
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
  },
});
