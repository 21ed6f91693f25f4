import * as flowCalls from '@sinter/sdk/contract/production/flow';
import * as lots from '@sinter/sdk/contract/production/lots';
import { kioskActors } from '@sinter/sdk/contract/production/kioskActors';
import { lotWork } from '@sinter/sdk/contract/production/lotWork';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import * as tags from '@sinter/sdk/contract/production/tags';
import { readFloor } from '@sinter/sdk/contract/production/mes';
import { settingKinds, type ServerHost } from '@sinter/sdk/server';
import { onStage, stageJob } from '../stage.ts';
import { surplus } from '@sinter/sdk/contract/scheduling/plannedParts';
import { mesWithPlanning } from '../workplan/kind.ts';
import { build } from './build.ts';
import { board, list } from './cards.ts';
import { fire } from './fire.ts';
import { actorOf, atKiosk } from '../kiosk/acting.ts';
import { expedite, limit } from './expedite.ts';
import { flow, flowLots } from './flow.ts';
import { hold } from './hold.ts';
import { ledger } from './ledger.ts';
import { lotWorkOf } from './lotWork.ts';
import { orderLots } from './orderLots.ts';
import { progress } from './progress.ts';
import { readLotOf } from './read.ts';
import { reverse } from './reverse.ts';
import { floorSettings } from './settings.ts';
import { merge, split } from './split.ts';
import { knownTags, tagMany } from './tags.ts';

export function handleFloor(server: ServerHost): void {
  server.contribute(settingKinds, mesWithPlanning(server));
  server.contribute(surplus, {
    percent: async (services, db, facilityId) => (await floorSettings(services, db, facilityId)).overproduction,
  });
  server.job(stageJob, onStage);
  server.provide(lotWork, lotWorkOf(server));
  server.provide(kioskActors, { of: actorOf });
  server.handle(readFloor, async (context) => {
    const { steps, ...settings } = await floorSettings(context, context.db, context.facilityId);
    const named = steps.map(({ key, name, kind, workCenter }) => ({ key, name, kind, workCenter }));
    return { ...settings, steps: named };
  });
  server.handle(lots.readBoard, board);
  server.handle(lots.listCards, list);
  server.handle(lots.readLot, (context, { params }) => readLotOf(context, params.id));
  server.handle(lots.listLotMoves, ledger);
  server.handle(lots.fireStepEvent, atKiosk(fire));
  server.handle(lots.progressStep, atKiosk(progress));
  server.handle(lots.reverseMove, atKiosk(reverse));
  server.handle(lots.splitLot, atKiosk(split));
  server.handle(lots.mergeLots, atKiosk(merge));
  server.handle(lots.holdLot, atKiosk(hold));
  server.handle(lots.fireBuild, atKiosk(build));
  server.handle(tags.listLotTags, knownTags);
  server.handle(tags.tagLots, tagMany);
  server.handle(listOrderLots, orderLots);
  server.handle(flowCalls.readFlow, flow);
  server.handle(flowCalls.listFlowLots, flowLots);
  server.handle(flowCalls.expediteLot, expedite);
  server.handle(flowCalls.limitWorkCenter, limit);
}
