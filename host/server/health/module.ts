import * as health from '@sinter/sdk/contract/host/health';
import { nodeDatabase } from '../database/nodeDatabase.ts';
import { roomDb } from '../events/tables.ts';
import { fileStore } from '../files/store.ts';
import { defineHostModule } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { answerObserver, httpServer } from '../http/server.ts';
import { callTurns } from '../http/turns.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { eventStreams } from '../push/streams.ts';
import { registeredNames } from '../registered.ts';
import { readQueue } from '../queue/state.ts';
import { addHealth } from './health.ts';
import { createMetrics } from './metrics.ts';
import { readNotices } from './notices.ts';
import { addReference } from './reference.ts';

export const healthModule = defineHostModule({
  id: 'health',
  serves: { ...health },
  setup(host) {
    const [app, streams, files] = [host.get(httpServer), host.get(eventStreams), host.get(fileStore)];
    const db = roomDb(host.db);
    const metrics = createMetrics({
      streams: () => streams.count,
      pool: host.get(nodeDatabase).pool,
      queue: () => readQueue(db),
      room: async () => (await files.space()).room,
      turns: host.get(callTurns),
    });
    host.contribute(answerObserver, metrics);
    const { storageWritable, metricsToken, metricsAtHome, openApi } = host.get(nodeSettings);
    addHealth(app, { db, storageWritable, metrics, metricsToken, metricsAtHome, log: host.log });
    if (openApi) addReference(app, host.get(registeredNames).calls);
    handling(host)(health.serverNotices, () => readNotices(db, files));
  },
});
