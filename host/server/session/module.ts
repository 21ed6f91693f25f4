import { defineHostModule } from '../hostModule.ts';
import { handleSession } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const sessionModule = defineHostModule({
  id: 'session',
  migrations: { '001_tables': tables },
  setup: handleSession,
});
