import { contractOf } from '@sinter/sdk/contract/contract';
import * as passports from '@sinter/sdk/contract/quality/passport';
import * as quality from '@sinter/sdk/contract/quality/quality';
import { areaTexts, defineServer, settingKinds } from '@sinter/sdk/server';
import { quality as kind } from './kind.ts';
import * as ncrTables from './migrations/001_ncr.ts';
import * as passportTables from './migrations/010_passport.ts';
import { handlePassports } from './passport/handlers.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'quality',
  contract: contractOf(quality, passports),
  after: ['orders', 'scheduling', 'production', 'preparation', 'comments'],
  migrations: { '001_ncr': ncrTables, '010_passport': passportTables },
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(settingKinds, kind);
    handlePassports(server);
  },
});
