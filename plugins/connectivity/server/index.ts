import { contractOf } from '@sinter/sdk/contract/contract';
import * as connectorCalls from '@sinter/sdk/contract/connectivity/connectors';
import * as machineCalls from '@sinter/sdk/contract/connectivity/machines';
import { gates } from '@sinter/sdk/contract/production/askGates';
import { machineTimes } from '@sinter/sdk/contract/scheduling/machineBuilds';
import { areaTexts, auditNames, defineServer, noticeKinds, settingStates, type ServerHost } from '@sinter/sdk/server';
import { connectorsByName } from './auditNames.ts';
import { listed } from './connectors/read.ts';
import { tryConnector } from './connectors/test.ts';
import { create, drop, remove, run, update } from './connectors/write.ts';
import { seedDemo } from './demo.ts';
import { follow, followJob } from './listen/follow.ts';
import { listen, listenJob } from './listen/listen.ts';
import * as machineTables from './migrations/001_machines.ts';
import * as settingTables from './migrations/002_settings.ts';
import { kinds } from './notices.ts';
import { plateGate, timesOfPrints } from './scheduling.ts';
import { stateOfCard } from './settingState.ts';
import { say } from './texts.ts';
import { acknowledge, clear, link, linkable } from './wall/act.ts';
import { timeline, wall } from './wall/read.ts';

export default defineServer({
  id: 'connectivity',
  contract: contractOf(connectorCalls, machineCalls),
  after: ['scheduling', 'production'],
  migrations: { '001_machines': machineTables, '002_settings': settingTables },
  demo: seedDemo,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(auditNames, connectorsByName);
    server.contribute(noticeKinds, Object.values(kinds));
    server.contribute(settingStates, stateOfCard);
    server.contribute(gates, plateGate);
    server.contribute(machineTimes, timesOfPrints);
    server.job(listenJob, listen);
    server.job(followJob, follow);
    handleConnectors(server);
    server.handle(machineCalls.readWall, wall);
    server.handle(machineCalls.readTimeline, timeline);
    server.handle(machineCalls.acknowledgeAlarm, acknowledge);
    server.handle(machineCalls.listLinkable, linkable);
    server.handle(machineCalls.linkPrint, link);
    server.handle(machineCalls.clearPlate, clear);
  },
});

function handleConnectors(server: ServerHost): void {
  server.handle(connectorCalls.listConnectors, listed);
  server.handle(connectorCalls.createConnector, create);
  server.handle(connectorCalls.updateConnector, update);
  server.handle(connectorCalls.runConnector, run);
  server.handle(connectorCalls.removeConnector, remove);
  server.handle(connectorCalls.testConnector, tryConnector);
  server.handle(connectorCalls.dropReadings, drop);
}
