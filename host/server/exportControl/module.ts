import {
  decideClearance,
  listClearances,
  ownClearance,
  readExportPolicy,
  releaseFile,
  saveExportPolicy,
  stateUsPerson,
} from '@sinter/sdk/contract/host/exportControl';
import { defineHostModule } from '../hostModule.ts';
import { handleExportControl } from './handlers.ts';
import { partsOf } from './parts.ts';

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
  setup: (host) => handleExportControl(partsOf(host)),
});
