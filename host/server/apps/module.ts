import * as token from '@sinter/sdk/contract/apps/token';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { defineHostModule } from '../hostModule.ts';
import { pluginCallers } from '../http/callers.ts';
import { createPluginCallers } from './callers.ts';
import { partsOf } from './parts.ts';
import { handleTokens } from './tokenHandlers.ts';

export const appsModule = defineHostModule({
  id: 'apps',
  serves: { ...token },
  setup(host) {
    const parts = partsOf(host);
    host.provide(pluginCallers, () => createPluginCallers(parts));
    onEvent(host, configurationChanged, () => parts.grants.forget());
    handleTokens(parts);
  },
});
