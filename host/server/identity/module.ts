import { defineHostModule } from '../hostModule.ts';
import * as tables from './migrations/001_tables.ts';
import * as dashboards from './migrations/002_dashboards.ts';

export const identityModule = defineHostModule({
  id: 'identity',
  migrations: { '001_tables': tables, '002_dashboards': dashboards },
});
