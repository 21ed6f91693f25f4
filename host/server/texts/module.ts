import { translations } from '@sinter/sdk/contract/host/appearance';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import { listLanguages } from '@sinter/sdk/contract/host/configuration';
import { defineHostModule } from '../hostModule.ts';
import { handleTexts } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import { partsOf } from './parts.ts';
import { areaTexts, fieldTexts } from '@sinter/sdk/server';
import { say } from '../say.ts';

export const textsModule = defineHostModule({
  id: 'texts',
  serves: { translations, serverTexts, listLanguages },
  migrations: { '001_tables': tables },
  setup(host) {
    host.contribute(areaTexts, say);
    host.contribute(areaTexts, fieldTexts);
    handleTexts(partsOf(host));
  },
});
