import { expect, it } from 'vitest';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import { counted, endsStep, flawOf, nothingStaged, passes } from './staged.ts';

const scrap = (quantity: number, reason = 'Surface') => ({ quantity, reason, remake: true });

it('says what keeps it from being committed', () => {
  const staged = { ...nothingStaged(), good: 5, scrap: [scrap(2)] };
  expect(counted(staged)).toBe(7);
  expect(flawOf(staged, { open: 7 })).toBeNull();
  expect(flawOf(staged, { open: 6 })).toBe('count.tooMany');
  expect(flawOf({ ...staged, scrap: [scrap(2, ' ')] }, { open: 7 })).toBe('count.reasonMissing');
  expect(flawOf({ ...staged, scrap: [scrap(0)] }, { open: 7 })).toBe('count.quantityMissing');
});

it('ends a step with its last piece and its last required check', () => {
  const check = { ...stepCheckSchema.parse({ key: 'clean', kind: 'TASK', label: 'Clean' }), value: null };
  const step = { open: 5, checks: [{ ...check, passed: null, by: '', at: null, file: null }] };
  const staged = { ...nothingStaged(), good: 5 };
  expect(endsStep(staged, step)).toBe(false);
  expect(endsStep({ ...staged, checks: { clean: true } }, step)).toBe(true);
  expect(endsStep({ ...staged, good: 4, checks: { clean: true } }, step)).toBe(false);
});

it('judges a measurement by its limits, which count as fulfilled', () => {
  const check = stepCheckSchema.parse({ key: 'd', kind: 'MEASUREMENT', label: 'Bore', lowest: 9.9, highest: 10.1 });
  expect([9.9, 10.1, 9.89, 10.11].map((value) => passes(check, value))).toEqual([true, true, false, false]);
  expect(passes({ ...check, lowest: null, highest: null }, 5)).toBeNull();
  expect(passes(check, null)).toBeNull();
});
