import * as registry from '@sinter/sdk/contract/host/extensionRegistry';
import * as review from '@sinter/sdk/contract/host/extensionReview';
import * as sources from '@sinter/sdk/contract/host/extensionSources';
import * as extensions from '@sinter/sdk/contract/host/extensions';
import { noticeKinds } from '@sinter/sdk/server';
import { onEvent } from '../events/hearing.ts';
import { configurationChanged } from '../events/outbox.ts';
import { fileStore } from '../files/store.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { facilityPackages } from '../modules/facilityPackages.ts';
import { facilityStates } from '../modules/facilityStates.ts';
import { pluginFailed } from '../modules/pluginFailed.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { registeredNames } from '../registered.ts';
import { createWrite, nobody, noticeWriter } from '../work/work.ts';
import { createCallCounter } from './calls.ts';
import { extensionsConfigType } from './changed.ts';
import { handleFigures } from './figures.ts';
import { createExtensionsHere } from './here.ts';
import { extensionCalls, extensionGrants } from './installed.ts';
import { handleInstalls } from './installs.ts';
import { handleMarketplace } from './marketplace.ts';
import * as tables from './migrations/001_extensions.ts';
import * as texts from './migrations/002_texts.ts';
import * as servers from './migrations/003_servers.ts';
import { packageStopped } from './notices.ts';
import { partsOf } from './parts.ts';
import { handlePublishers } from './publishers.ts';
import { handleRegistry } from './registry.ts';
import { handleReview } from './review.ts';
import { followServers, handleServers } from './servers.ts';
import { handleSources } from './sources.ts';
import { handleSubmit } from './submit.ts';
import { roomDb } from './tables.ts';
import { createWatch } from './watch.ts';

const callsWrittenEvery = 10_000;

export const extensionsModule = defineHostModule({
  id: 'extensions',
  serves: { ...extensions, ...review, ...sources, ...registry },
  migrations: { '001_extensions': tables, '002_texts': texts, '003_servers': servers },
  setup(host) {
    const { log } = host;
    const db = roomDb(host.db);
    const here = createExtensionsHere({
      db: host.db,
      files: host.get(fileStore),
      log,
      atHome: host.get(nodeSettings).metricsAtHome,
    });
    host.provide(facilityPackages, () => here);
    host.provide(extensionGrants, () => ({
      grantsOf: async (pluginId, facilityId) =>
        (await here.of(facilityId)).find((one) => one.pluginId === pluginId)?.grants ?? null,
    }));
    onEvent(host, configurationChanged, ({ configType }) => {
      if (configType === extensionsConfigType) here.forget();
    });

    const write = createWrite(
      {
        db: host.db,
        log,
        registered: host.get(registeredNames),
        notify: (...told) => host.get(noticeWriter)(...told),
      },
      nobody,
    );
    host.contribute(pluginFailed, createWatch({ db, log, here, states: host.get(facilityStates), write }));

    const counter = createCallCounter(db, here);
    const writing = setInterval(() => {
      counter
        .flush()
        .catch((error: unknown) => log.warn('calls of extensions were not counted', { error: String(error) }));
    }, callsWrittenEvery).unref();
    host.get(httpServer).addHook('onClose', async () => clearInterval(writing));
    host.provide(extensionCalls, () => counter);

    host.contribute(noticeKinds, [packageStopped]);
    const parts = partsOf(host, here);
    handleMarketplace(parts);
    handleInstalls(parts);
    handleFigures(parts);
    handleSubmit(parts);
    handleSources(parts, write);
    handleServers(parts);
    handleRegistry(parts);
    host.contribute(housekeeping, () => followServers(parts, write, log));
    handleReview(parts);
    handlePublishers(parts);
  },
});
