import { expect, it } from 'vitest';
import { lotOf, stepOf } from '../lot/testing.ts';
import type { Doing, Queued } from './actions.ts';
import { applied } from './applied.ts';

const around = { streaming: false, autoAdvance: false, me: 'Olga', skips: false };
const lot = lotOf([
  stepOf(0, { kind: 'PRINT', status: 'COMPLETED', received: 8, good: 8 }),
  stepOf(1, { status: 'READY', received: 8, open: 8, allowed: ['START'] }),
  stepOf(2, { kind: 'INSPECTION' }),
]);
const queued = (...all: Doing[]): Queued[] =>
  all.map((doing, seq) => ({ seq, id: `e${seq}`, owner: '1.1', lotId: 7, at: 0, doing, refusal: null }));
const event = (name: 'START' | 'PAUSE' | 'RESUME' | 'FINISH' | 'UNDO_START', position = 1): Doing => ({
  kind: 'EVENT',
  position,
  event: name,
  reason: '',
});
const progress = (good: number, finish = false): Doing => ({
  kind: 'PROGRESS',
  position: 1,
  good,
  scrap: [{ quantity: 1, reason: 'Surface', remake: true }],
  rework: [],
  checks: [],
  batch: '',
  finish,
});
const after = (...all: Doing[]) => applied(lot, queued(...all), around);

it('shows a lot as it is, and as it will be by the rules of the server', () => {
  expect(applied(lot, [], around)).toBe(lot);
  expect(after(event('START')).steps[1]).toMatchObject({
    status: 'IN_PROGRESS',
    startedBy: 'Olga',
    counts: true,
    allowed: ['UNDO_START', 'PAUSE'],
  });
  expect(after(event('START'), event('PAUSE')).steps[1]).toMatchObject({ status: 'PAUSED', allowed: ['RESUME'] });
  expect(after(event('START'), progress(4)).steps[1]).toMatchObject({ good: 4, scrap: 1, open: 3 });
  const finished = after(event('START'), progress(7, true));
  expect(finished.steps.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'READY']);
  expect(finished.steps[2]).toMatchObject({ received: 7, open: 7, allowed: ['START'] });
});

it('starts the next step at the same work center where the facility wants that, and none elsewhere', () => {
  const finish = queued(event('START'), progress(7, true));
  const [build, post, inspection] = lot.steps;
  if (!build || !post || !inspection) throw new Error('There is nothing.');
  const here = { ...lot, steps: [build, post, { ...inspection, workCenter: post.workCenter }] };
  const at = { ...around, autoAdvance: true };
  expect(applied(here, finish, at).steps[2]).toMatchObject({ status: 'IN_PROGRESS', startedBy: 'Olga', counts: true });
  expect(applied(here, finish, around).steps[2]?.status).toBe('READY');
  expect(
    applied({ ...here, steps: [build, post, { ...inspection, workCenter: 'far' }] }, finish, at).steps[2]?.status,
  ).toBe('READY');
});

it('holds and releases, and takes counts back', () => {
  const held = after(event('START'), { kind: 'HOLD', hold: true, reason: 'Dust' });
  expect(held).toMatchObject({ heldFor: 'Dust' });
  expect(held.steps[1]?.status).toBe('ON_HOLD');
  expect(
    after(event('START'), { kind: 'HOLD', hold: true, reason: 'Dust' }, { kind: 'HOLD', hold: false, reason: '' })
      .steps[1]?.status,
  ).toBe('IN_PROGRESS');
  const back = after(event('START'), progress(7, true), {
    kind: 'REVERSE',
    position: 1,
    moveId: 1,
    moved: 'GOOD',
    quantity: 7,
  });
  expect(back.steps[1]).toMatchObject({ status: 'IN_PROGRESS', good: 0, open: 7 });
});

it('shows the server’s version after a refusal, and asks for a decision before anything else', () => {
  const [refused, behind] = queued(event('START'), event('PAUSE'));
  if (!refused || !behind) throw new Error('There is nothing.');
  const [, step] = applied(lot, [{ ...refused, refusal: 'No.' }, behind], around).steps;
  expect(step).toMatchObject({ status: 'READY', open: 8, allowed: [] });
});
