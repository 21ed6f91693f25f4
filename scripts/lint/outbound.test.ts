import { describe, expect, it } from 'vitest';
import { readSources } from './imports.ts';
import { callsItself, callsOut, checkOutbound } from './outbound.ts';

describe('the servers of the product', () => {
  it('call other machines by one way, or for a reason that is written down', () => {
    const sources = readSources(process.cwd());
    expect(checkOutbound(sources)).toEqual([]);
    expect(Object.keys(callsItself).filter((file) => callsOut(sources.get(file) ?? '') < 0)).toEqual([]);
  });

  it.each([
    'const answer = await fetch(address);',
    "import { request } from 'node:https';",
    "import { createServer, Agent } from 'node:http';",
    "import { connect } from 'node:net';",
    "import tls from 'node:tls';",
    "import { Agent } from 'undici';",
    "const { createTransport } = await import('nodemailer');",
    "new WebSocket('wss://x');",
  ])('are found out by %s', (line) => {
    const found = checkOutbound(new Map([['plugins/orders/server/webhook.ts', `\n${line}`]]));
    expect(found.map((one) => one.line)).toEqual([2]);
  });

  it.each([
    'client.fetch(path)',
    "import type { IncomingMessage } from 'node:http';",
    "import { isIP } from 'node:net';",
  ])('may do %s', (line) => expect(checkOutbound(new Map([['host/server/x.ts', line]]))).toEqual([]));
});
