import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { describe, expect, it, vi } from 'vitest';
import { holdJob, holdNew } from './editDrag.ts';
import { press } from './keys.ts';
import { Planner } from './Planner.ts';
import { partAt } from './pointer.ts';
import { aChart, aJob, at } from './testing.ts';

vi.stubGlobal('window', globalThis);
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('removeEventListener', () => {});
vi.stubGlobal('requestAnimationFrame', () => 1);
vi.stubGlobal('cancelAnimationFrame', () => {});

const queued = aJob({ id: 1, equipmentId: 1, fromDate: at(100), toDate: at(200) });
const running = aJob({ id: 2, equipmentId: 2, fromDate: at(100), toDate: at(200), jobStatus: 'IN_PROGRESS' });
const done = aJob({ id: 3, equipmentId: 3, fromDate: at(100), toDate: at(200), jobStatus: 'COMPLETED' });

function open(answer: () => Promise<void> = () => Promise.resolve()) {
  const store = aChart([queued, running, done]);
  const planner = new Planner(store);
  const { cursor, edit } = planner;
  const edits = { create: vi.fn(answer), move: vi.fn(answer), drop: vi.fn(answer) };
  edit.setEdits(edits);
  const type = (key: string, shiftKey = false) =>
    press(planner, { key, shiftKey, ctrlKey: false, metaKey: false, altKey: false }, vi.fn());
  const stand = (job: ChartJob) => cursor.put(job);
  return { store, planner, cursor, edits, edit, type, stand };
}

describe('dragging on the chart', () => {
  it('moves a job across machines, on the grid, and asks when it is let go', async () => {
    const { planner, edits, edit } = open();
    const held = holdJob(planner, queued, 'whole', { x: 150, y: 30 });
    held.to({ x: 172, y: 100 });
    expect(edit.draft).toMatchObject({ machineId: 2, from: at(120), to: at(220) });
    expect(edit.clashes).toBe(true);
    held.to({ x: 172, y: 170 });
    expect(edit.clashes).toBe(false);
    held.end();
    expect(edits.move).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), 3, at(120), at(220));
    expect(edit.pending).toMatchObject([{ machineId: 3 }]);
    await vi.waitFor(() => expect(edit.pending).toEqual([]));
    expect(edit.outcome?.how).toBe('saved');
  });

  it('keeps the time, on the grid or not, when only the machine changes', () => {
    const { store, planner, edit } = open();
    const odd = aJob({ id: 1, equipmentId: 1, fromDate: at(100.1), toDate: at(200) });
    store.putJobs(odd);
    const held = holdJob(planner, odd, 'whole', { x: 150, y: 30 });
    held.to({ x: 152, y: 170 });
    expect(edit.draft).toMatchObject({ machineId: 3, from: at(100.1), to: at(200) });
    held.cancel();
    expect(edit.outcome?.how).toBe('cancelled');
  });

  it('puts the bar back when the answer is no', async () => {
    const { store, planner, cursor, edit } = open(() => Promise.reject(new Error('SLOT_TAKEN')));
    const held = holdJob(planner, queued, 'end', { x: 199, y: 30 });
    held.to({ x: 241, y: 30 });
    held.end();
    await vi.waitFor(() => expect(edit.outcome?.how).toBe('refused'));
    // Told once: the keyboard, which stands on what was moved, tells of the next.
    expect(cursor.job?.id).toBe(1);
    cursor.moveAcross('down');
    expect(edit.outcome).toBeNull();
    expect(edit.pending).toEqual([]);
    expect(store.table.find(1)).toEqual(queued);
  });

  it('asks for nothing when nothing has moved', () => {
    const { planner, edits } = open();
    const held = holdJob(planner, queued, 'whole', { x: 150, y: 30 });
    held.end();
    expect(edits.move).not.toHaveBeenCalled();
  });

  it('draws a new job out, to both sides, at least a step of the grid long', () => {
    const { planner, edits, edit } = open();
    const held = holdNew(planner, 4, { x: 500, y: 20 });
    held.to({ x: 440, y: 20 });
    expect(edit.draft).toMatchObject({ kind: 'create', from: at(438), to: at(498) });
    held.to({ x: 500, y: 20 });
    expect((edit.draft?.to ?? 0) - (edit.draft?.from ?? 0)).toBe(edit.grid);
    held.to({ x: 560, y: 20 });
    held.end();
    expect(edits.create).toHaveBeenCalledWith(4, at(498), at(558));
  });

  it('leaves locked what the status locks', () => {
    const { planner, edit } = open();
    const parts = (job: ChartJob) => [101, 150, 199].map((x) => partAt(planner, job, x, 7));
    expect(parts(queued)).toEqual(['start', 'whole', 'end']);
    expect(parts(running)).toEqual([null, null, 'end']);
    expect(parts(done)).toEqual([null, null, null]);
    edit.setEdits(undefined);
    expect(parts(queued)).toEqual([null, null, null]);
  });

  it('never lets one end pass the other', () => {
    const { edit } = open();
    edit.pick(queued);
    edit.stretch('end', at(20));
    expect((edit.draft?.to ?? 0) - (edit.draft?.from ?? 0)).toBeLessThanOrEqual(edit.grid * 1.5);
    expect(edit.draft?.to).toBeGreaterThan(edit.draft?.from ?? Infinity);
    edit.stretch('start', at(900));
    expect(edit.draft?.from).toBeLessThan(edit.draft?.to ?? 0);
  });
});

describe('dropping from outside', () => {
  it('is shown over a machine, and given back to who carried it', () => {
    const { edit, edits } = open();
    edit.carry({ label: 'Bracket', millis: 6 * 3_600_000, data: 'part-7' });
    void edit.save();
    expect([edits.drop.mock.calls.length, edit.draft]).toEqual([0, null]);
    edit.carry({ label: 'Bracket', millis: 6 * 3_600_000, data: 'part-7' });
    edit.place(3, at(301));
    void edit.save();
    expect(edits.drop).toHaveBeenCalledWith(3, at(300), 'part-7');
  });

  it('has a twin on the keyboard', () => {
    const { store, edit, edits, type } = open();
    store.setNow(at(10));
    edit.carryByKeyboard({ label: 'Bracket', millis: 6 * 3_600_000, data: 'part-7' });
    expect(store.focusAsked).toBe(1);
    type('ArrowDown');
    type('ArrowRight');
    type('Enter');
    expect(edits.drop).toHaveBeenCalledWith(2, at(18), 'part-7');
  });
});

describe('editing by keyboard', () => {
  it('moves, stretches and saves the job under the cursor', () => {
    const { edits, edit, stand, type } = open();
    stand(queued);
    expect(type('m')).toBe(true);
    type('ArrowRight');
    type('ArrowRight');
    type('ArrowDown');
    type('ArrowRight', true);
    expect(edit.draft).toMatchObject({ machineId: 2, from: at(114), to: at(222) });
    type('Enter');
    expect(edits.move).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), 2, at(114), at(222));
  });

  it('only stretches one that runs, and cancels', () => {
    const { edits, edit, stand, type } = open();
    stand(running);
    type('m');
    type('ArrowRight');
    type('ArrowDown');
    type('ArrowRight', true);
    expect(edit.draft).toMatchObject({ machineId: 2, from: at(100), to: at(204) });
    type('Escape');
    expect([edit.draft, edits.move.mock.calls.length]).toEqual([null, 0]);
    stand(done);
    expect(type('m')).toBe(false);
  });

  it('starts a new job behind the one at hand', () => {
    const { edits, stand, type } = open();
    stand(queued);
    type('Insert');
    type('Enter');
    expect(edits.create).toHaveBeenCalledWith(1, at(198), at(204));
  });
});
