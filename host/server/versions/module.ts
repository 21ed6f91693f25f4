import * as calls from '@sinter/sdk/contract/host/versions';
import { versions } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { handleVersions } from './handlers.ts';
import * as tables from './migrations/001_versions.ts';
import { partsOf } from './parts.ts';

export const versionsModule = defineHostModule({
  id: 'versions',
  serves: calls,
  migrations: { '001_versions': tables },
  setup(host) {
    const parts = partsOf(host);
    host.provide(versions, () => parts.versions);
    handleVersions(parts);
  },
});
