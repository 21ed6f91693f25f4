import * as calls from '@sinter/sdk/contract/production/nesting';
import type { ServerHost } from '@sinter/sdk/server';
import { begin } from './begin.ts';
import { endNestingJob, nestJob } from './jobs.ts';
import { endNesting, failNesting, NestingRunner } from './make.ts';
import { content, list, read } from './read.ts';
import { cancel, finish } from './stop.ts';

export function handleNesting(server: ServerHost): void {
  const runner = new NestingRunner();
  server.job(nestJob, (context, asked) => runner.run(context, asked), failNesting);
  server.job(endNestingJob, endNesting);
  server.on(calls.nestingChanged, (change) => runner.changed(change));
  server.handle(calls.beginNesting, begin);
  server.handle(calls.listNestings, list);
  server.handle(calls.readNesting, read);
  server.handle(calls.cancelNesting, cancel);
  server.handle(calls.finishNesting, finish);
  server.handle(calls.nestedBuildContent, content);
}
