import { measuredWalls } from '@sinter/sdk/contract/preparation/measuredWalls';
import { partNesting } from '@sinter/sdk/contract/preparation/nesting';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as events from '@sinter/sdk/contract/preparation/events';
import * as contract from '@sinter/sdk/contract/preparation/fileOperations';
import { areaTexts, defineServer, threadFile, type ServerPlugin } from '@sinter/sdk/server';
import { say as geometryTexts } from '../geometry/say.ts';
import { limitsMemory } from './converters/command.ts';
import { seedDemo } from './demo.ts';
import { formats } from './formats.ts';
import { makeFullPreview, makePreview, runOperation } from './jobs.ts';
import * as operations from './migrations/001_operations.ts';
import * as failures from './migrations/002_failures.ts';
import * as allOperations from './migrations/003_all_operations.ts';
import * as said from './migrations/004_said.ts';
import * as box from './migrations/005_box.ts';
import { createNesting } from './nesting.ts';
import { cancelOperation, operationResult, operationStatus, startOperation } from './operations.ts';
import { answerPreview } from './previews/answer.ts';
import { runFullPreview } from './previews/full.ts';
import { giveUpPreview, runPreview } from './previews/run.ts';
import { createOperationRunner } from './run.ts';
import { say } from './texts.ts';
import { walls } from './walls.ts';
import { createTools, type ToolSettings } from './tools.ts';

export const preparationServer = (settings: ToolSettings = {}): ServerPlugin =>
  defineServer({
    id: 'preparation',
    contract: contractOf(contract, events),
    migrations: {
      '001_operations': operations,
      '002_failures': failures,
      '003_all_operations': allOperations,
      '004_said': said,
      '005_box': box,
    },
    demo: seedDemo,
    setup(server) {
      server.contribute(areaTexts, say);
      server.contribute(areaTexts, geometryTexts);
      const tools = createTools(server.log, {
        ...settings,
        threadFile: settings.threadFile ?? server.get(threadFile)('geometry-worker'),
      });
      if (tools.converters.some(({ driver }) => driver === 'command') && !limitsMemory) {
        server.log.warn('converters run without a limit of memory: prlimit of util-linux is missing on this machine');
      }
      server.provide(measuredWalls, walls);
      server.provide(partNesting, createNesting(tools));
      server.handle(contract.startFileOperation, (context, input) => startOperation(context, tools, input));
      server.handle(contract.fileOperationStatus, operationStatus);
      server.handle(contract.fileOperationResult, operationResult);
      server.handle(contract.cancelFileOperation, cancelOperation);
      server.handle(contract.filePreview, answerPreview);
      server.handle(contract.listFormats, async () => formats(tools.converters));

      const runner = createOperationRunner(tools);
      server.job(runOperation, runner.run, runner.giveUp);
      server.job(makePreview, (context, target) => runPreview(context, tools, target), giveUpPreview);
      server.job(makeFullPreview, (context, target) => runFullPreview(context, tools, target));
      server.on(events.fileOperationChanged, ({ operationId, status }) => {
        if (status !== 'PENDING') runner.ended(operationId);
      });
    },
  });

export default preparationServer();
