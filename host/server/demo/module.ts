import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';
import * as removed from './migrations/002_removed.ts';
import * as policy from './migrations/003_policy.ts';

export const demoModule = defineHostModule({
  id: 'demo',
  migrations: { '001_tables': tables, '002_removed': removed, '003_policy': policy },
});
