import * as hub from '@sinter/sdk/contract/host/settingsHub';
import { defineHostModule } from '../hostModule.ts';
import { handleSettingsHub } from './handlers.ts';
import { partsOf } from './parts.ts';

export const settingsHubModule = defineHostModule({
  id: 'settingsHub',
  serves: { ...hub },
  setup: (host) => handleSettingsHub(partsOf(host)),
});
