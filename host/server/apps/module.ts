import * as backend from '@sinter/sdk/contract/apps/backend';
import * as settings from '@sinter/sdk/contract/apps/settings';
import * as storage from '@sinter/sdk/contract/apps/storage';
import * as token from '@sinter/sdk/contract/apps/token';
import { appEvent } from '@sinter/sdk/contract/host/events';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { defineHostModule } from '../hostModule.ts';
import { pluginCallers } from '../http/callers.ts';
import { extensionData } from '../extensions/installed.ts';
import { handleBackend } from './backendHandlers.ts';
import { createPluginCallers } from './callers.ts';
import { appData } from './data.ts';
import * as documents from './migrations/001_documents.ts';
import { partsOf } from './parts.ts';
import { handleSettings } from './settingHandlers.ts';
import { handleStorage } from './storageHandlers.ts';
import { handleTokens } from './tokenHandlers.ts';

export const appsModule = defineHostModule({
  id: 'apps',
  serves: { ...token, ...storage, ...settings, ...backend, appEvent },
  migrations: { '001_documents': documents },
  setup(host) {
    const parts = partsOf(host);
    host.contribute(extensionData, appData);
    host.provide(pluginCallers, () => createPluginCallers(parts));
    onEvent(host, configurationChanged, () => parts.grants.forget());
    handleTokens(parts);
    handleStorage(parts);
    handleSettings(parts);
    handleBackend(parts);
  },
});
