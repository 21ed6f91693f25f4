import {
  listApps,
  readAppConfig,
  readMenuConfig,
  readPaymentOptions,
  readStorefrontCurrencies,
} from '@sinter/sdk/contract/host/configuration';
import { previewStoreFront, readTermsFile } from '@sinter/sdk/contract/host/storeFront';
import { settingKinds, shops } from '@sinter/sdk/server';
import * as records from '@sinter/sdk/contract/host/records';
import { defineHostModule } from '../hostModule.ts';
import { handleRecords } from './handlers.ts';
import { readShopCurrencies } from './currencies.ts';
import { partsOf } from './parts.ts';
import { handleSettings } from './settings.ts';
import { roomDb } from '../records/tables.ts';
import { handlePreview } from './preview.ts';
import { readShopFacts, storeFrontOf } from './storeFront.ts';
import { handleTerms } from './terms.ts';

export const configurationModule = defineHostModule({
  id: 'configuration',
  serves: {
    ...records,
    listApps,
    readAppConfig,
    readMenuConfig,
    readPaymentOptions,
    readStorefrontCurrencies,
    readTermsFile,
    previewStoreFront,
  },
  setup(host) {
    const parts = partsOf(host);
    handleRecords(parts);
    handleSettings(parts);
    handleTerms(parts);
    handlePreview(parts);
    host.contribute(settingKinds, storeFrontOf(parts));
    host.provide(shops, () => ({
      factsFor: async (db, principal) => readShopFacts(roomDb(db), await parts.states.facilityOf(principal)),
      currencyFor: async (db, principal) =>
        (await readShopCurrencies(roomDb(db), await parts.states.facilityOf(principal))).defaultCurrency,
    }));
  },
});
