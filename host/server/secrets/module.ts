import { defineHostModule } from '../hostModule.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { keptSecrets } from '@sinter/sdk/server';
import { createKeptSecrets } from './kept.ts';
import * as kept from './migrations/002_kept.ts';
import * as tables from './migrations/001_tables.ts';
import { checkSecretKey, createSecrets, sealing } from './secrets.ts';
import { roomDb } from './tables.ts';

export const secretsModule = defineHostModule({
  id: 'secrets',
  migrations: { '001_tables': tables, '002_kept': kept },
  async setup(host) {
    const { secretKey } = host.get(nodeSettings);
    await checkSecretKey(roomDb(host.db), secretKey);
    host.provide(sealing, () => createSecrets(secretKey));
    host.provide(keptSecrets, () => createKeptSecrets(host.get(sealing)));
  },
});
