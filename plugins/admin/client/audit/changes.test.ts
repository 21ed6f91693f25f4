import { expect, it } from 'vitest';
import { changesBetween } from './changes.ts';

it('shows field by field what is different, and nothing else', () => {
  const before = { name: 'Lyon', address: { city: 'Lyon', line1: 'Rue 1' }, roles: ['SP_ADMIN'] };
  const after = {
    name: 'Lyon',
    address: { city: 'Paris', line1: 'Rue 1' },
    roles: ['SP_ADMIN', 'SP_LEGAL'],
    active: true,
  };
  expect(changesBetween(before, after)).toEqual([
    { path: 'address.city', before: 'Lyon', after: 'Paris' },
    { path: 'roles', before: 'SP_ADMIN', after: 'SP_ADMIN, SP_LEGAL' },
    { path: 'active', before: null, after: 'true' },
  ]);
});

it('takes whatever was stored', () => {
  expect(changesBetween(null, null)).toEqual([]);
  expect(changesBetween(undefined, { a: 1 })).toEqual([{ path: 'a', before: null, after: '1' }]);
  expect(changesBetween('one', 'two')).toEqual([{ path: '', before: 'one', after: 'two' }]);
  expect(changesBetween([{ a: 1 }], [{ a: 2 }])).toEqual([{ path: '', before: '[{"a":1}]', after: '[{"a":2}]' }]);
});
