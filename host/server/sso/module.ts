import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import * as sso from '@sinter/sdk/contract/host/sso';
import { settingStates } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { frontDoors } from '../doors/doors.ts';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { requestContexts } from '../http/context.ts';
import { httpServer } from '../http/server.ts';
import { createSites } from './connections.ts';
import { handleSso } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import * as byEnterprise from './migrations/002_by_enterprise.ts';
import { partsOf } from './parts.ts';
import { addSso } from './routes.ts';
import { roomDb } from './tables.ts';

export const ssoModule = defineHostModule({
  id: 'sso',
  serves: { ...sso, loginSsoConfig },
  migrations: { '001_tables': tables, '002_by_enterprise': byEnterprise },
  setup(host) {
    const sites = createSites(roomDb(host.db), host.get(frontDoors));
    onEvent(host, configurationChanged, () => sites.forget());
    host.contribute(settingStates, async (db, facilityId) => {
      const connections = await roomDb(db)
        .selectFrom('sso_connection')
        .select('enabled')
        .where('facility_id', '=', facilityId)
        .execute();
      return { 'admin/single-sign-on': connections.some(({ enabled }) => enabled) ? 'ON' : 'OFF' };
    });
    handleSso(partsOf(host), sites);
  },
  start: (host) => addSso(host.get(httpServer), partsOf(host), host.get(requestContexts)),
});
