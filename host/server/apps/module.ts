import * as backend from '@sinter/sdk/contract/apps/backend';
import * as deliveries from '@sinter/sdk/contract/apps/deliveries';
import * as settings from '@sinter/sdk/contract/apps/settings';
import * as storage from '@sinter/sdk/contract/apps/storage';
import * as token from '@sinter/sdk/contract/apps/token';
import { appEvent } from '@sinter/sdk/contract/host/events';
import { noticeKinds, webhookReceivers } from '@sinter/sdk/server';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { defineHostModule } from '../hostModule.ts';
import { pluginCallers } from '../http/callers.ts';
import { extensionData } from '../extensions/installed.ts';
import { registeredNames } from '../registered.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { createWrite, nobody, noticeWriter } from '../work/work.ts';
import { handleBackend } from './backendHandlers.ts';
import { createPluginCallers } from './callers.ts';
import { appClock, callBySchedule, runSchedule, startClock } from './clock.ts';
import { appData } from './data.ts';
import * as documents from './migrations/001_documents.ts';
import * as schedules from './migrations/002_schedules.ts';
import { partsOf } from './parts.ts';
import { handleDeliveries } from './deliveryHandlers.ts';
import { handleSettings } from './settingHandlers.ts';
import { handleStorage } from './storageHandlers.ts';
import { appReceivers } from './webhooks.ts';
import { handleTokens } from './tokenHandlers.ts';

export const appsModule = defineHostModule({
  id: 'apps',
  serves: { ...token, ...storage, ...settings, ...backend, ...deliveries, appEvent },
  migrations: { '001_documents': documents, '002_schedules': schedules },
  setup(host) {
    const parts = partsOf(host);
    host.contribute(extensionData, appData);
    host.contribute(webhookReceivers, appReceivers(parts));
    host.contribute(noticeKinds, parts.notices.kinds);
    host.provide(pluginCallers, () => createPluginCallers(parts));
    onEvent(host, configurationChanged, () => parts.grants.forget());
    handleTokens(parts);
    handleStorage(parts);
    handleSettings(parts);
    handleBackend(parts);
    handleDeliveries(parts);

    const { log } = host;
    const write = createWrite(
      {
        db: host.db,
        log,
        registered: host.get(registeredNames),
        notify: (...told) => host.get(noticeWriter)(...told),
      },
      nobody,
    );
    host.get(backgroundJobs).of('host')(callBySchedule, (context, payload) => runSchedule(parts, context, payload));
    host.provide(
      appClock,
      () => startClock(parts, host.db, write, log),
      (clock) => clock.stop(),
    );
  },
  start(host) {
    host.get(appClock);
  },
});
