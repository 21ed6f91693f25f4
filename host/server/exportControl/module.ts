import {
  decideClearance,
  listClearances,
  ownClearance,
  readExportPolicy,
  releaseFile,
  saveExportPolicy,
  stateUsPerson,
} from '@sinter/sdk/contract/host/exportControl';
import { settingStates } from '@sinter/sdk/server';
import { enterpriseOf, policyOf } from '../clearance/policy.ts';
import { defineHostModule } from '../hostModule.ts';
import { handleExportControl } from './handlers.ts';
import { partsOf } from './parts.ts';
import { roomDb } from './tables.ts';

export const exportControlModule = defineHostModule({
  id: 'exportControl',
  serves: {
    decideClearance,
    listClearances,
    ownClearance,
    readExportPolicy,
    releaseFile,
    saveExportPolicy,
    stateUsPerson,
  },
  setup(host) {
    host.contribute(settingStates, async (db, facilityId) => {
      const own = roomDb(db);
      const { enabled } = await policyOf(own, await enterpriseOf(own, { facilityId, companyId: null }));
      return { 'admin/export-control': enabled ? 'ON' : 'OFF' };
    });
    handleExportControl(partsOf(host));
  },
});
