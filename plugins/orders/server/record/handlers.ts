import * as calls from '@sinter/sdk/contract/orders/record';
import { recordChapters } from '@sinter/sdk/contract/orders/recordChapters';
import type { ServerHost } from '@sinter/sdk/server';
import { ordersChapter } from './chapter.ts';
import { endRecordJob, recordJob } from './jobs.ts';
import { endRecord, failRecord, makeRecordFile } from './make.ts';
import { ask, cancel, download, read } from './records.ts';

export function handleRecords(server: ServerHost): void {
  server.contribute(recordChapters, ordersChapter);
  server.job(recordJob, makeRecordFile, failRecord);
  server.job(endRecordJob, endRecord);
  server.handle(calls.makeRecord, (context, { params }) => ask(context, params.id));
  server.handle(calls.readRecord, (context, { params }) => read(context, params.id));
  server.handle(calls.cancelRecord, cancel);
  server.handle(calls.downloadRecord, download);
}
