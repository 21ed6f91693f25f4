import * as calls from '@sinter/sdk/contract/production/travellerPrints';
import { noticeKinds, type ServerHost } from '@sinter/sdk/server';
import { endPrintJob, printJob } from './jobs.ts';
import { endPrint, failPrint, makePrint } from './make.ts';
import { kinds } from './notices.ts';
import { ask, cancel, content, last } from './prints.ts';

export function handlePrints(server: ServerHost): void {
  server.contribute(noticeKinds, Object.values(kinds));
  server.job(printJob, makePrint, failPrint);
  server.job(endPrintJob, endPrint);
  server.handle(calls.printTravellers, ask);
  server.handle(calls.lastTravellerPrint, last);
  server.handle(calls.cancelTravellerPrint, cancel);
  server.handle(calls.travellerPrintContent, content);
}
