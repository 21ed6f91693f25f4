import { expect, it } from 'vitest';
import { merged } from './useBegun.ts';

it('keeps what the person has entered, and takes what somebody else has saved elsewhere', () => {
  const before = { title: 'Warped', severity: 'minor', analysis: { why: '', where: '' }, rows: [1] };
  const entered = { ...before, title: 'Warped at the edge', analysis: { why: 'Cold bed', where: '' } };
  const now = { ...before, severity: 'major', analysis: { why: 'Fan', where: 'Left' }, rows: [1, 2] };
  expect(merged(entered, before, now)).toEqual({
    ...{ title: 'Warped at the edge', severity: 'major', rows: [1, 2] },
    analysis: { why: 'Cold bed', where: 'Left' },
  });
});
