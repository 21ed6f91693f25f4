import { defineHostModule } from '../hostModule.ts';
import { handlePeople } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';

export const peopleModule = defineHostModule({
  id: 'people',
  migrations: { '001_tables': tables },
  setup: handlePeople,
});
