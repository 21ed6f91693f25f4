import { moveJob } from '@sinter/sdk/contract/scheduling/chart';
import { CallError } from '@sinter/sdk/contract/errors';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it } from 'vitest';
import { aChart, aJob, at } from '../chart/testing.ts';
import { aFullJob } from '../testing.ts';
import { Moves } from './Moves.ts';

const job = aJob({ id: 1, fromDate: at(10), toDate: at(12) });
const there = { equipmentId: 2, from: at(20), to: at(22) };

function open() {
  const { api, host } = fakeHost({ id: 'scheduling' });
  const chart = aChart([job]);
  let version = 1;
  api.answer(moveJob, ({ body }) => ({ ...job, ...body, version: (version += 1) }));
  return { api, chart, moves: new Moves(host, chart), sent: api.sent(moveJob) };
}

it('moves a job with the version that was seen, and takes several moves back with the new ones', async () => {
  const { moves, chart, sent } = open();
  await moves.move(job, there);
  const moved = chart.table.find(1) ?? job;
  await moves.move(moved, { ...there, to: at(30) });
  await moves.undo();
  await moves.undo();
  expect(sent.map(({ body }) => body.version)).toEqual([1, 2, 3, 4]);
  expect(chart.table.find(1)).toMatchObject({ equipmentId: 1, fromDate: String(at(10)), toDate: String(at(12)) });
  expect(moves.last).toBeNull();
});

it('takes back a move that is still being saved', async () => {
  const { moves, chart, sent } = open();
  const saved = moves.move(job, there);
  await Promise.all([saved, moves.undo()]);
  expect(sent).toHaveLength(2);
  expect(chart.table.find(1)).toMatchObject({ equipmentId: 1, fromDate: String(at(10)) });
});

it('says what is in the way and takes the nearest slot', async () => {
  const { api, moves, sent } = open();
  const slot = { fromDate: String(at(40)), toDate: String(at(42)) };
  api.answer(moveJob, new CallError('SLOT_TAKEN', undefined, { obstacle: 'BUSY', jobId: 7, slot }));
  api.answer(readJob, aFullJob({ id: 7, jobName: 'Lid' }));
  await expect(moves.move(job, there)).rejects.toThrow(CallError);
  expect(moves.refusal).toMatchObject({ place: there, inTheWay: { id: 7, jobName: 'Lid' } });
  api.answer(moveJob, ({ body }) => ({ ...job, ...body, version: 2 }));
  await moves.takeSlot();
  expect(sent.at(-1)?.body).toEqual({ equipmentId: 2, ...slot, version: 1 });
  expect(moves.refusal).toBeNull();
});

it('shows both versions of a job that somebody else changed, and takes either', async () => {
  const { api, moves, chart, sent } = open();
  const theirs = aFullJob({ id: 1, equipmentId: 3, fromDate: String(at(50)), toDate: String(at(52)), version: 5 });
  api.answer(readJob, theirs);
  for (const side of ['theirs', 'mine'] as const) {
    api.answer(moveJob, new CallError('CHANGED'));
    await expect(moves.move(job, there)).rejects.toThrow(CallError);
    expect(moves.versions).toMatchObject({ mine: there, theirs: { equipmentId: 3 } });
    api.answer(moveJob, ({ body }) => ({ ...job, ...body, version: 6 }));
    await moves.choose(side);
    expect(chart.table.find(1)).toMatchObject({ equipmentId: side === 'mine' ? 2 : 3 });
  }
  expect(sent.at(-1)?.body.version).toBe(5);
});
