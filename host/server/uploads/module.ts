import { defineHostModule } from '../hostModule.ts';
import { handleUploads } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const uploadsModule = defineHostModule({
  id: 'uploads',
  migrations: { '001_tables': tables },
  setup: handleUploads,
});
