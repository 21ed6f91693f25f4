import { configuration } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';
import * as themeOfEnterprise from './migrations/002_theme_of_enterprise.ts';
import { createConfiguration } from './records.ts';
import { roomDb } from './tables.ts';

export const recordsModule = defineHostModule({
  id: 'records',
  migrations: { '001_tables': tables, '002_theme_of_enterprise': themeOfEnterprise },
  setup(host) {
    host.provide(configuration, () => createConfiguration(roomDb(host.db)));
  },
});
