import * as calls from '@sinter/sdk/contract/production/planning';
import type { ServerHost } from '@sinter/sdk/server';
import { arrange } from './arrange.ts';
import { changePieces, discard, edit, lock, merge, move, plan } from './plan.ts';
import { choices, list as listPool } from './pool.ts';
import { propose } from './propose.ts';
import { list, read } from './rows.ts';
import { schedule } from './schedule.ts';
import { undo } from './undo.ts';

export function handlePlanning(server: ServerHost): void {
  server.handle(calls.listPool, listPool);
  server.handle(calls.poolChoices, choices);
  server.handle(calls.listPlannedBuilds, list);
  server.handle(calls.readPlannedBuild, read);
  server.handle(calls.planBuild, plan);
  server.handle(calls.changePlannedBuild, edit);
  server.handle(calls.changePlannedPieces, changePieces);
  server.handle(calls.movePlannedPieces, move);
  server.handle(calls.mergePlannedBuild, merge);
  server.handle(calls.lockPlannedBuild, lock);
  server.handle(calls.arrangePlannedBuild, arrange);
  server.handle(calls.discardPlannedBuild, discard);
  server.handle(calls.schedulePlannedBuild, schedule);
  server.handle(calls.undoPlanning, undo);
  server.handle(calls.listProposals, propose);
}
