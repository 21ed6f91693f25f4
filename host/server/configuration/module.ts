import {
  listApps,
  readAppConfig,
  readMenuConfig,
  readPaymentOptions,
  readStorefrontCurrencies,
} from '@sinter/sdk/contract/host/configuration';
import * as records from '@sinter/sdk/contract/host/records';
import { defineHostModule } from '../hostModule.ts';
import { handleRecords } from './handlers.ts';
import { partsOf } from './parts.ts';
import { handleSettings } from './settings.ts';

export const configurationModule = defineHostModule({
  id: 'configuration',
  serves: { ...records, listApps, readAppConfig, readMenuConfig, readPaymentOptions, readStorefrontCurrencies },
  setup(host) {
    const parts = partsOf(host);
    handleRecords(parts);
    handleSettings(parts);
  },
});
