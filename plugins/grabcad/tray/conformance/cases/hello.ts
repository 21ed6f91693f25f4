import { closeCodes, limits } from '../../messages.ts';
import { check, closedWith, eventOf, NotTried, refusedWith } from '../Bench.ts';
import type { Bench, Case } from '../Bench.ts';
import { commandOf, inWords } from '../Probe.ts';
import type { WrongTicket } from '../pageServer.ts';

const group = 'Hello';
const rule = (name: string, run: Case['run']): Case => ({ group, name, run });

async function refused(bench: Bench, ticket: (nonce: string) => string | Promise<string>, origin?: string) {
  const probe = bench.open();
  refusedWith('TICKET_REFUSED', await bench.introduce(probe, ticket, origin));
  closedWith(closeCodes.unauthenticated, await probe.end(bench.patience.answerMs));
}

const wrong: [WrongTicket, string][] = [
  ['foreign key', 'that another server signed'],
  ['unsigned', 'that nobody signed'],
  ['expired', 'that is out of date'],
  ['other origin', 'for another origin'],
  ['other audience', 'that is not for a tray tool'],
];

/** The first greeting; without it nothing that follows can be tried. */
export const firstHello = rule('A page with a good ticket is let in.', async (bench) => {
  const { probe } = await bench.session();
  bench.askedPerson = (await probe.hear(eventOf('PAIRING'), 0)).what === 'frame';
});

export const helloCases: Case[] = [
  rule('The first time it sends PAIRING and asks the person.', async (bench) => {
    if (!bench.person) throw new NotTried('This needs a person at the tool; add --person.');
    check(bench.askedPerson, 'the event PAIRING before the answer', 'none');
  }),
  rule('Its heartbeat is 15 s.', async (bench) => {
    const { heartbeatSeconds } = await bench.session();
    const right = heartbeatSeconds === limits.heartbeatSeconds;
    check(right, `heartbeatSeconds ${limits.heartbeatSeconds}`, String(heartbeatSeconds));
  }),
  rule('A page that was let in before is not asked about again.', async (bench) => {
    const { probe } = await bench.session();
    const asked = await probe.hear(eventOf('PAIRING'), 0);
    check(asked.what !== 'frame', 'no event PAIRING', inWords(asked));
  }),
  rule('Nonce and session are new for each connection.', async (bench) => {
    const nonces = [await bench.helloOf(bench.open()), await bench.helloOf(bench.open())].map(({ nonce }) => nonce);
    check(nonces[0] !== nonces[1], 'two nonces', `twice ${nonces[0]}`);
    const sids = [(await bench.session()).sid, (await bench.session()).sid];
    check(sids[0] !== sids[1], 'two sessions', `twice ${sids[0]}`);
  }),
  rule('Another command before HELLO closes with 4401.', async (bench) => {
    const probe = bench.open();
    await bench.helloOf(probe);
    probe.send(commandOf('CLEAR_TRAY', { reason: 'USER' }));
    closedWith(closeCodes.unauthenticated, await probe.end(bench.patience.answerMs));
  }),
  ...wrong.map(([kind, words]) =>
    rule(`A ticket ${words} is refused, and closes with 4401.`, (bench) =>
      refused(bench, (nonce) => bench.server.wrongTicket(kind, nonce)),
    ),
  ),
  rule('A ticket for another connection is refused, and closes with 4401.', (bench) =>
    refused(bench, () => bench.server.ticket('a-nonce-of-another-connection')),
  ),
  rule('A page that gives another origin than its own is refused, and closes with 4401.', (bench) =>
    refused(bench, bench.server.ticket, 'http://elsewhere.example'),
  ),
];
