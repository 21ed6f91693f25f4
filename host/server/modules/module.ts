import { defineHostModule } from '../hostModule.ts';
import { handleModules } from './handlers.ts';
import { handleRegistryStates } from './stateHandlers.ts';
import * as tables from './migrations/001_tables.ts';

export const modulesModule = defineHostModule({
  id: 'modules',
  migrations: { '001_tables': tables },
  setup(host) {
    handleModules(host);
    handleRegistryStates(host);
  },
});
