import { createToken } from '@sinter/sdk/plugin';
import { defineHostModule } from '../hostModule.ts';
import { backgroundJobs, Jobs } from './jobs.ts';
import * as tables from './migrations/001_tables.ts';
import * as appendOnly from './migrations/002_append_only.ts';
import * as app from './migrations/003_app.ts';
import * as byAction from './migrations/004_by_action.ts';
import { keepSealing } from './seal.ts';

const auditSealing = createToken<() => Promise<void>>('host/AuditSealing@1');

export const workModule = defineHostModule({
  id: 'work',
  migrations: { '001_tables': tables, '002_append_only': appendOnly, '003_app': app, '004_by_action': byAction },
  setup(host) {
    host.provide(backgroundJobs, () => new Jobs());
    host.provide(
      auditSealing,
      () => keepSealing(host.db, host.log),
      (stop) => stop(),
    );
  },
  start: (host) => void host.get(auditSealing),
});
