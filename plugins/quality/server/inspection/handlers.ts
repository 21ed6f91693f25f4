import { gates } from '@sinter/sdk/contract/production/askGates';
import * as inspections from '@sinter/sdk/contract/quality/inspections';
import * as contract from '@sinter/sdk/contract/quality/inspectionPlans';
import { settingKinds, type ServerHost } from '@sinter/sdk/server';
import { beginAnew, fittingPlans, inspectionGates } from './begin.ts';
import { plans } from './kind.ts';
import { finish, giveUp, measure, resume } from './measure.ts';
import { add, list, measured, read, turn } from './plans.ts';
import { readOne, search } from './read.ts';
import { report } from './report.ts';

/** Inspection plans, and inspections by them. */
export function handleInspections(server: ServerHost): void {
  server.contribute(settingKinds, plans);
  server.contribute(gates, inspectionGates);
  server.handle(contract.listInspectionPlans, list);
  server.handle(contract.addInspectionPlan, add);
  server.handle(contract.switchInspectionPlan, turn);
  server.handle(contract.readInspectionPlan, read);
  server.handle(contract.listMeasured, measured);
  server.handle(inspections.searchInspections, search);
  server.handle(inspections.readInspection, (context, { params }) => readOne(context, params.id));
  server.handle(inspections.listFittingPlans, fittingPlans);
  server.handle(inspections.beginInspection, beginAnew);
  server.handle(inspections.measure, measure);
  server.handle(inspections.finishInspection, finish);
  server.handle(inspections.voidInspection, giveUp);
  server.handle(inspections.resumeInspection, resume);
  server.handle(inspections.inspectionReport, report);
}
