import { networkInterfaces } from 'node:os';
import { closeCodes, limits, subprotocol } from '../../messages.ts';
import { check, closedWith, NotTried } from '../Bench.ts';
import type { Bench, Case } from '../Bench.ts';
import { commandOf, inWords } from '../Probe.ts';
import type { ProbeOptions } from '../Probe.ts';

const group = 'Connection';

/** Refused before anything else: the tool's HELLO must not come either. */
async function turnedAway(bench: Bench, options: Partial<ProbeOptions>): Promise<void> {
  const probe = bench.open(options);
  closedWith(closeCodes.forbidden, await probe.hear((frame) => frame.kind !== 'ack', bench.patience.answerMs));
}

/** What this frame does to a connection that has not said hello. */
async function closedFor(bench: Bench, data: string | Uint8Array, code: number): Promise<void> {
  const probe = bench.open();
  await bench.helloOf(probe);
  probe.sendRaw(data);
  closedWith(code, await probe.end(bench.patience.answerMs));
}

const rule = (name: string, run: Case['run']): Case => ({ group, name, run });

/** The rules of "Connection", and the close codes. */
export const connectionCases: Case[] = [
  rule('Its event HELLO comes first and names am-tray.v1.', async (bench) => {
    const probe = bench.open();
    const { protocols } = await bench.helloOf(probe);
    check(protocols.includes(subprotocol), `${subprotocol} among the protocols`, protocols.join(', ') || 'none');
    check(probe.protocol === subprotocol, `the WebSocket subprotocol ${subprotocol}`, probe.protocol || 'none');
  }),
  rule('It can be reached at [::1] as well as at 127.0.0.1.', async (bench) => {
    const local = ['127.0.0.1', 'localhost', '[::1]'];
    if (!local.includes(bench.url.hostname)) throw new NotTried('The tool is not on this computer.');
    const ownIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
    if (!ownIpv6) throw new NotTried('This computer has no [::1].');
    for (const host of ['127.0.0.1', '[::1]']) {
      await bench.helloOf(bench.open({}, `ws://${host}:${bench.url.port}`));
    }
  }),
  rule('It listens to this computer alone.', async (bench) => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (!outside) throw new NotTried('This computer has no address in a network.');
    const probe = bench.open({}, `ws://${outside.address}:${bench.url.port}`);
    const heard = await probe.hear((frame) => frame.kind !== 'ack', bench.patience.helloMs);
    const refused = heard.what === 'closed' && heard.code === 1006;
    check(refused || heard.what === 'nothing', `no connection at ${outside.address}`, inWords(heard));
  }),
  rule('A page of another origin is turned away with 4403.', (bench) =>
    turnedAway(bench, { origin: 'http://evil.example' }),
  ),
  rule('An origin that only begins like an allowed one is turned away with 4403.', (bench) =>
    turnedAway(bench, { origin: `${bench.server.origin}.evil.example` }),
  ),
  rule('The origin “null” is turned away with 4403.', (bench) => turnedAway(bench, { origin: 'null' })),
  rule('A connection without an origin is turned away with 4403.', (bench) => turnedAway(bench, { origin: null })),
  rule('A foreign host name is turned away with 4403.', (bench) =>
    turnedAway(bench, { host: `evil.example:${bench.url.port}` }),
  ),
  rule('A page without a version in common is closed with 4406.', async (bench) => {
    const probe = bench.open({ protocols: ['am-tray.v0'] });
    closedWith(closeCodes.version, await probe.end(bench.patience.answerMs));
  }),
  rule('A frame that is not JSON closes with 4400.', (bench) => closedFor(bench, 'hello', closeCodes.malformed)),
  rule('A frame that is not an envelope closes with 4400.', (bench) =>
    closedFor(bench, JSON.stringify({ v: 1, kind: 'cmd', type: 'CLEAR_TRAY' }), closeCodes.malformed),
  ),
  rule('A binary frame closes with 4400.', (bench) =>
    closedFor(bench, new Uint8Array([123, 125]), closeCodes.malformed),
  ),
  rule('A frame of another version closes with 4406.', (bench) =>
    closedFor(bench, JSON.stringify({ ...commandOf('CLEAR_TRAY', { reason: 'USER' }), v: 2 }), closeCodes.version),
  ),
  rule('A frame over 1,048,576 bytes closes with 1009.', (bench) =>
    closedFor(bench, 'x'.repeat(limits.frameBytes + 1), 1009),
  ),
];

/** As `connectionCases`, of a page that has said hello. */
export const sessionCases: Case[] = [
  rule('A frame of exactly 1,048,576 bytes is read.', async (bench) => {
    const { probe, sid } = await bench.session();
    const frame = { ...commandOf('REQUEST_DATA', { what: 'TRAY' }, sid), filler: '' };
    probe.send({ ...frame, filler: 'x'.repeat(limits.frameBytes - JSON.stringify(frame).length) });
    const heard = await probe.answer(frame.id, bench.patience.answerMs);
    check(heard.what === 'frame' && heard.frame.status === 'OK', 'OK with the tray', inWords(heard));
  }),
];

/** What takes its time: these come last. */
export const silentPage = rule('A page that says nothing is closed with 4401 after 5 s.', async (bench) => {
  const probe = bench.open();
  await bench.helloOf(probe);
  closedWith(closeCodes.unauthenticated, await probe.end(bench.patience.helloMs));
});
export const silentSession = rule(
  'It asks a silent page by WebSocket pings, and gives it up with 4408 after 45 s.',
  async (bench) => {
    const { probe } = await bench.session({ autoPong: false });
    closedWith(closeCodes.silent, await probe.end(bench.patience.silenceMs));
    check(probe.pings > 0, 'a WebSocket ping before that', 'none');
  },
);
