import { contractOf } from '@sinter/sdk/contract/contract';
import * as quality from '@sinter/sdk/contract/quality/quality';
import { areaTexts, defineServer, settingKinds } from '@sinter/sdk/server';
import { quality as kind } from './kind.ts';
import * as ncrTables from './migrations/001_ncr.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'quality',
  contract: contractOf(quality),
  after: ['orders', 'scheduling', 'production', 'preparation', 'comments'],
  migrations: { '001_ncr': ncrTables },
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(settingKinds, kind);
  },
});
