import pino, { type Logger as Pino } from 'pino';
import type { Logger } from '@sinter/sdk/plugin';

/** One JSON line per entry on standard output. `level`: pino's names, `silent` included. */
export const createLog = (level: string): Pino =>
  pino({ level, base: undefined, serializers: { error: pino.stdSerializers.err } });

/** The same log for server halves, which put the message first. */
export const pluginLog = (log: Pino): Logger => ({
  debug: (message, facts) => log.debug(facts, message),
  info: (message, facts) => log.info(facts, message),
  warn: (message, facts) => log.warn(facts, message),
  error: (message, facts) => log.error(facts, message),
});
