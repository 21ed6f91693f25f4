import type { Forbidden } from './imports.ts';

/** What a server calls by itself, and why it needs no check of where that leads. */
export const callsItself: Readonly<Record<string, string>> = {
  'host/server/outbound/outbound.ts': 'the one way out to an address that somebody has told',
  'host/server/outbound/socket.ts': 'the same for what speaks no HTTP',
  'host/server/mail/routes.ts': "the operator's mail server, and those of facilities in networks that are called",
  'host/server/health/referenceScript.ts': 'runs in a browser',
  'plugins/orders/server/payment/stripe.ts': "hands the library's calls to the one way out",
  'plugins/connectivity/server/drivers/mqtt/broker.ts': 'gives the library a connection of the one way out',
  'plugins/connectivity/server/drivers/opcua/library.ts': 'the library, whose connections are those of the one way out',
  'plugins/preparation/server/converters/http.ts': "the operator's converters",
};

const ways: readonly RegExp[] = [
  /(?<![.\w])fetch\(/,
  /import (?!type\b)[^;]*\b(?:request|get|Agent|ClientRequest)\b[^;]*from 'node:https?'/,
  /import (?!type\b)[^;]*from 'node:(?:http2|tls|dgram)'/,
  /import (?!type\b)[^;]*\b(?:connect|createConnection)\b[^;]*from 'node:net'/,
  /new Socket\(/,
  /(?:from |import\()'(?:undici|nodemailer|axios|got|node-fetch|ws|stripe|mqtt|node-opcua-client|node-opcua-transport)'/,
  /new (?:WebSocket|EventSource|XMLHttpRequest)\b/,
];

const isServer = (file: string): boolean =>
  /^(?:host\/server|plugins\/[^/]+\/server)\//.test(file) && !/\.test\.tsx?$|(^|\/)testing\.tsx?$/.test(file);

export const callsOut = (source: string): number => {
  const at = ways.map((way) => source.search(way)).filter((one) => one >= 0);
  return at.length === 0 ? -1 : Math.min(...at);
};

/** Files of a server that call another machine by a way of their own. Pure. */
export function checkOutbound(sources: ReadonlyMap<string, string>): Forbidden[] {
  return [...sources].flatMap(([file, source]) => {
    if (!isServer(file) || file in callsItself) return [];
    const at = callsOut(source);
    if (at < 0) return [];
    const line = source.slice(0, at).split('\n').length;
    return [{ file, line, text: 'A server calls other machines by host/server/outbound/ alone.' }];
  });
}
