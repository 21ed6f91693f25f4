import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';
import * as removed from './migrations/002_removed.ts';

export const demoModule = defineHostModule({
  id: 'demo',
  migrations: { '001_tables': tables, '002_removed': removed },
});
