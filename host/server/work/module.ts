import { defineHostModule } from '../hostModule.ts';
import { backgroundJobs, Jobs } from './jobs.ts';
import * as tables from './migrations/001_tables.ts';

export const workModule = defineHostModule({
  id: 'work',
  migrations: { '001_tables': tables },
  setup(host) {
    host.provide(backgroundJobs, () => new Jobs());
  },
});
