import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import * as sso from '@sinter/sdk/contract/host/sso';
import { defineHostModule } from '../hostModule.ts';
import { requestContexts } from '../http/context.ts';
import { httpServer } from '../http/server.ts';
import { handleSso } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import { partsOf } from './parts.ts';
import { addSso } from './routes.ts';

export const ssoModule = defineHostModule({
  id: 'sso',
  serves: { ...sso, loginSsoConfig },
  migrations: { '001_tables': tables },
  setup: (host) => handleSso(partsOf(host)),
  start: (host) => addSso(host.get(httpServer), partsOf(host), host.get(requestContexts)),
});
