import { nodeDatabase } from '../database/nodeDatabase.ts';
import { roomDb } from '../events/tables.ts';
import { defineHostModule } from '../hostModule.ts';
import { answerObserver, httpServer } from '../http/server.ts';
import { callTurns } from '../http/turns.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { eventStreams } from '../push/streams.ts';
import { registeredNames } from '../registered.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { addHealth } from './health.ts';
import { createMetrics } from './metrics.ts';
import { addReference } from './reference.ts';

export const healthModule = defineHostModule({
  id: 'health',
  setup(host) {
    const [app, streams, jobs] = [host.get(httpServer), host.get(eventStreams), host.get(backgroundJobs)];
    const metrics = createMetrics({
      streams: () => streams.count,
      pool: host.get(nodeDatabase).pool,
      turns: host.get(callTurns),
    });
    host.contribute(answerObserver, metrics);
    const { storageWritable, metricsToken, metricsAtHome, openApi } = host.get(nodeSettings);
    const expectsWorker = () => jobs.byName.size > 0;
    addHealth(app, {
      db: roomDb(host.db),
      storageWritable,
      expectsWorker,
      metrics,
      metricsToken,
      metricsAtHome,
      log: host.log,
    });
    if (openApi) addReference(app, host.get(registeredNames).calls);
  },
});
