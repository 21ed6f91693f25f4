import { totalmem } from 'node:os';
import type { Logger } from '@sinter/sdk/plugin';
import { heavyAtOnce } from '@sinter/sdk/server';
import { type ConverterConfig, readConverters } from './converters/config.ts';
import { Pool } from './pool/pool.ts';

/** What the operations and previews of this process work with. */
export interface Tools {
  pool: Pool;
  converters: readonly ConverterConfig[];
}

/** Settings for tests. A server derives its own from its machine and its environment. */
export interface ToolSettings {
  threadFile?: URL;
  memoryLimitMb?: number;
  timeLimitMs?: number;
  converters?: readonly ConverterConfig[];
}

/** No model of a supported kind needs longer than this. */
const longestMs = 10 * 60_000;
/** Share of the machine's memory that all threads together may take. */
const memoryShare = 0.7;
const mostMb = 4096;

export function createTools(log: Logger, settings: ToolSettings & { threadFile: URL }): Tools {
  const shareMb = Math.floor((totalmem() / 2 ** 20 / heavyAtOnce) * memoryShare);
  const pool = new Pool({
    file: settings.threadFile,
    size: heavyAtOnce,
    memoryLimitMb: settings.memoryLimitMb ?? Math.min(mostMb, shareMb),
    timeLimitMs: settings.timeLimitMs ?? longestMs,
    log,
  });
  return { pool, converters: settings.converters ?? readConverters(process.env['FILE_CONVERTERS']) };
}
