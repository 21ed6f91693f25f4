import { passNcrGate } from '@sinter/sdk/contract/quality/gates';
import { expect, it, vi } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import { fireStepEvent, holdLot } from '@sinter/sdk/contract/production/lots';
import { fakeHost, type FakeHost } from '@sinter/sdk/testing';
import { lotOf, stepOf } from '../lot/testing.ts';
import type { Queued } from './actions.ts';
import { nextOf, Offline } from './Offline.ts';
import type { Shelf } from './shelf.ts';

/** A device that outlives its pages. */
function device(): Shelf & { rows: Queued[] } {
  const readings = new Map<string, { at: number; value: unknown }>();
  let seq = 0;
  const shelf = {
    rows: [] as Queued[],
    reading: async (key: string) => readings.get(key) ?? null,
    keep: async (key: string, value: unknown) => void readings.set(key, { at: 1000, value }),
    queue: async () => shelf.rows.toSorted((one, other) => one.seq - other.seq),
    add: async (action: Omit<Queued, 'seq' | 'owner'>) => {
      seq += 1;
      shelf.rows.push({ ...action, seq, owner: '1.1' });
    },
    put: async (action: Queued) => void (shelf.rows = shelf.rows.map((row) => (row.seq === action.seq ? action : row))),
    remove: async ({ seq: gone }: Queued) => void (shelf.rows = shelf.rows.filter((row) => row.seq !== gone)),
  };
  return shelf;
}

const lost = () => new CallError('UNAVAILABLE');
const start = (lotId: number, id = `started-${lotId}`) =>
  ({ id, lotId, doing: { kind: 'EVENT', position: 1, event: 'START', reason: '' } }) as const;
const hold = (lotId: number) =>
  ({ id: `holding-${lotId}`, lotId, doing: { kind: 'HOLD', hold: true, reason: 'x' } }) as const;
const lot = lotOf([stepOf(1)]);

function page(shelf: Shelf, host: FakeHost = fakeHost({ id: 'production' })) {
  const offline = new Offline(host.host, { shelf, alone: (work) => work() });
  return { offline, api: host.api };
}
const eventIds = (api: FakeHost['api']) =>
  [...api.sent(fireStepEvent), ...api.sent(holdLot)].map(({ body }) => body.eventId);

it('sends at once what the server takes, and keeps what it cannot be told', async () => {
  const shelf = device();
  const { offline, api } = page(shelf);
  api.answer(fireStepEvent, lot);
  expect(await offline.act(start(7))).toEqual(lot);
  api.answer(fireStepEvent, lost());
  expect(await offline.act(start(8))).toBeNull();
  expect(offline.of(8)).toHaveLength(1);
  expect(shelf.rows.map(({ id }) => id)).toEqual(['started-8']);
});

it('sends what waits in its order after the page was closed, each once', async () => {
  const shelf = device();
  const before = page(shelf);
  before.api.answer(fireStepEvent, lost());
  before.api.answer(holdLot, lost());
  await before.offline.act(start(7));
  // The line is there again for a moment: what waits for the lot still goes first.
  await before.offline.act(hold(7));
  const { offline, api } = page(shelf);
  api.answer(fireStepEvent, lot);
  api.answer(holdLot, lot);
  await offline.send();
  expect(eventIds(api)).toEqual(['started-7', 'holding-7']);
  await offline.send();
  expect(shelf.rows).toEqual([]);
  expect(offline.queue).toEqual([]);
});

it('stops a lot at a refusal and goes on with the others; nothing is dropped until the person decides', async () => {
  const shelf = device();
  const { offline, api } = page(shelf);
  api.answer(fireStepEvent, lost());
  api.answer(holdLot, lost());
  for (const action of [start(7), hold(7), hold(8)]) await offline.act(action);
  api.answer(fireStepEvent, CallError.received({ code: 'TRANSITION_REFUSED', message: 'The step is finished.' }));
  api.answer(holdLot, lot);
  await offline.send();
  expect(offline.conflicts).toMatchObject([{ lotId: 7, refusal: 'The step is finished.' }]);
  expect(offline.waiting).toEqual([]);
  expect(offline.of(7).map(({ id }) => id)).toEqual(['started-7', 'holding-7']);
  const [conflict] = offline.conflicts;
  if (!conflict) throw new Error('Nothing was refused.');

  // Until then the person acts on what the server has: to release the lot, say.
  api.answer(holdLot, lost());
  await expect(offline.act({ ...hold(7), id: 'released-7' })).rejects.toThrow();
  api.answer(holdLot, lot);
  expect(await offline.act({ ...hold(7), id: 'released-7' })).toEqual(lot);
  expect(offline.of(7)).toHaveLength(2);

  // Once more it is an action of its own: the server has forgotten nothing of the first.
  await offline.repeat(conflict);
  await vi.waitFor(() => expect(offline.conflicts).toHaveLength(1));
  expect(new Set(api.sent(fireStepEvent).map(({ body }) => body.eventId)).size).toBe(2);
  const [again] = offline.conflicts;
  if (!again) throw new Error('Nothing was refused.');
  await offline.drop(again);
  await vi.waitFor(() => expect(shelf.rows).toEqual([]));
});

it('keeps everything while nobody is signed in, or the server is in trouble', async () => {
  const shelf = device();
  const { offline, api } = page(shelf);
  api.answer(fireStepEvent, lost());
  await offline.act(start(7));
  for (const code of ['UNAUTHENTICATED', 'INTERNAL', 'RATE_LIMITED', 'CSRF', 'FACILITY_CHANGED'] as const) {
    api.answer(fireStepEvent, new CallError(code));
    await offline.send();
    expect(shelf.rows).toMatchObject([{ id: 'started-7', refusal: null }]);
  }
});

it('shows what was read last while the server cannot be reached, and says when', async () => {
  const shelf = device();
  const { offline } = page(shelf);
  const parse = (kept: unknown) => (typeof kept === 'string' ? kept : undefined);
  await offline.read('board', async () => 'now', parse);
  await offline.read(
    'secret',
    async () => 'now',
    parse,
    () => null,
  );
  expect(offline.asOf).toBeNull();
  expect(await offline.read('board', () => Promise.reject(lost()), parse)).toBe('now');
  expect(offline.asOf).toBe(1000);
  await expect(offline.read('secret', () => Promise.reject(lost()), parse)).rejects.toThrow();
  // What the server refuses is refused, whatever was kept.
  await expect(offline.read('board', () => Promise.reject(new CallError('FORBIDDEN')), parse)).rejects.toThrow();
  await offline.read('board', async () => 'later', parse);
  expect(offline.asOf).toBeNull();
});

it('takes the first of those that nothing stops', () => {
  const row = (seq: number, lotId: number, refusal: string | null): Queued => ({
    ...start(lotId),
    seq,
    owner: '1.1',
    at: 0,
    refusal,
  });
  expect(nextOf([row(1, 7, 'no'), row(2, 7, null), row(3, 8, null)])?.seq).toBe(3);
  expect(nextOf([row(1, 7, 'no'), row(2, 7, null)])).toBeUndefined();
});

it('goes on in spite of a non-conformance that only warns, and says so', async () => {
  const { offline, api } = page(device());
  api.answer(fireStepEvent, lost());
  await offline.act(start(7));
  const gate = { gate: 'STEP_START', subjectId: 7, position: 1, ncrs: [{ id: 4, number: 'NCR-4', title: '' }] };
  let passed = false;
  api.answer(passNcrGate, ({ body }) => {
    expect(body).toMatchObject({ gate: 'STEP_START', subjectId: 7, position: 1, ncrIds: [4] });
    passed = true;
    return { passed: 1 };
  });
  api.answer(fireStepEvent, () => {
    if (!passed)
      throw CallError.received({ code: 'NCR_OPEN', message: 'An open non-conformance concerns this.', gate });
    return lot;
  });
  await offline.send();
  expect(passed).toBe(true);
  expect(offline.queue).toEqual([]);
});

it('answers no checklist: what one stands before is refused by it', async () => {
  const shelf = device();
  const { offline, api } = page(shelf);
  api.answer(fireStepEvent, lost());
  await offline.act(start(7));
  api.answer(fireStepEvent, CallError.received({ code: 'CHECKLIST_OPEN', message: 'Answer the checklist first.' }));
  await offline.send();
  expect(offline.conflicts.map(({ refusal }) => refusal)).toEqual(['Answer the checklist first.']);
});
