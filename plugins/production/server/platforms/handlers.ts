import { magicsPlatform } from '@sinter/sdk/contract/production/magicsPlatform';
import * as calls from '@sinter/sdk/contract/production/platforms';
import type { ServerHost } from '@sinter/sdk/server';
import { compare } from './compare.ts';
import { choices, list } from './list.ts';
import { content, read } from './read.ts';
import { readMagics } from './magics.ts';
import { keepNested, rename, run } from './run.ts';

export function handlePlatforms(server: ServerHost): void {
  server.handle(calls.listPlatforms, list);
  server.handle(calls.platformChoices, choices);
  server.handle(calls.readPlatform, read);
  server.handle(magicsPlatform, readMagics);
  server.handle(calls.comparePlatform, compare);
  server.handle(calls.platformContent, content);
  server.handle(calls.runPlatform, run);
  server.handle(calls.renamePlatform, rename);
  server.handle(calls.keepNestedBuild, keepNested);
}
