import { configuration } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';
import { createConfiguration } from './records.ts';
import { roomDb } from './tables.ts';

export const recordsModule = defineHostModule({
  id: 'records',
  migrations: { '001_tables': tables },
  setup(host) {
    host.provide(configuration, () => createConfiguration(roomDb(host.db)));
  },
});
