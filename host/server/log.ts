import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import { createToken, type Logger } from '@sinter/sdk/plugin';

/** The log as pino has it, for what writes the facts first. */
export const programLog = createToken<Pino>('host/Log@1');

/**
 * One JSON line per entry on standard output. `level`: pino's names, `silent` included. Lines are collected for up to a
 * second: writing each by itself costs a request more than all the rest of the platform.
 */
export const createLog = (level: string, into: DestinationStream = standardOutput()): Pino =>
  pino(
    { level, base: undefined, serializers: { error: pino.stdSerializers.err }, hooks: { streamWrite: withoutSecrets } },
    into,
  );

const standardOutput = () => pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 1000 });

const query = /(\/[\w.~%-]*)[?#][^\s"'\\<>]+/g;
const account = /(:\/\/)[^\s"'\\/@]+@/g;

/** Addresses lose what comes after `?` and `#`, and before `@`: tokens and passwords stand there. */
export const withoutSecrets = (line: string): string =>
  line.includes('?') || line.includes('#') || line.includes('@')
    ? line.replace(account, '$1…@').replace(query, '$1?…')
    : line;

/** The same log for server halves, which put the message first. */
export const pluginLog = (log: Pino): Logger => ({
  debug: (message, facts) => log.debug(facts, message),
  info: (message, facts) => log.info(facts, message),
  warn: (message, facts) => log.warn(facts, message),
  error: (message, facts) => log.error(facts, message),
});
