import { expect, it } from 'vitest';
import { merged } from './useBegun.ts';

it('keeps what the person has entered, and takes what somebody else has saved elsewhere', () => {
  const before = {
    title: 'Warped',
    severity: 'minor',
    analysis: { why: '', where: '' },
    rows: [{ id: 1, reason: '', done: false }],
  };
  // A form puts the fields of a row together in an order of its own.
  const rows = [{ done: false, id: 1, reason: '' }];
  const entered = { ...before, rows, title: 'Warped at the edge', analysis: { why: 'Cold bed', where: '' } };
  const now = {
    ...before,
    severity: 'major',
    analysis: { why: 'Fan', where: 'Left' },
    rows: [{ id: 1, reason: 'Thin', done: true }],
  };
  expect(merged(entered, before, now)).toEqual({
    ...{ title: 'Warped at the edge', severity: 'major', rows: now.rows },
    analysis: { why: 'Cold bed', where: 'Left' },
  });
});
