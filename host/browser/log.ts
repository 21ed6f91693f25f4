import type { Logger } from '@sinter/sdk/plugin';

/** Log lines of one part of the page, in the browser's console. */
export function consoleLog(part: string): Logger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, facts?: Record<string, unknown>): void =>
      console[level](`[${part}] ${message}`, ...(facts ? [facts] : []));
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
