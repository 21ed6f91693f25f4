import { defineHostModule } from '../hostModule.ts';
import { createFactors, secondFactors } from './factors.ts';
import * as tables from './migrations/001_tables.ts';
import { roomDb } from './tables.ts';

export const factorsModule = defineHostModule({
  id: 'factors',
  migrations: { '001_tables': tables },
  setup(host) {
    host.provide(secondFactors, () => createFactors(roomDb(host.db)));
  },
});
