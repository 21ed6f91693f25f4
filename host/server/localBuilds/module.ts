import * as localBuilds from '@sinter/sdk/contract/host/localBuilds';
import { defineHostModule } from '../hostModule.ts';
import { triedBuilds } from '../modules/triedBuilds.ts';
import { handleLocalBuilds } from './handlers.ts';
import * as tables from './migrations/001_localBuilds.ts';
import * as tier from './migrations/002_tier.ts';
import { partsOf } from './parts.ts';

export const localBuildsModule = defineHostModule({
  id: 'localBuilds',
  serves: localBuilds,
  migrations: { '001_localBuilds': tables, '002_tier': tier },
  setup(host) {
    const parts = partsOf(host);
    host.provide(triedBuilds, () => parts.builds);
    handleLocalBuilds(parts);
  },
});
