import { expect, it } from 'vitest';
import { filled, wrongToken } from './certificate.ts';

it('names what is no token', () => {
  expect(['{orders} of {facility}', '', '{order}', 'a } b', '{{lots}}', '{}'].map(wrongToken)).toEqual([
    ...[null, null, '{order}', '}', '{', '{}'],
  ]);
});

it('puts in what tokens stand for, once', () => {
  const values = {
    facility: '{lots}',
    customer: 'Acme',
    orders: '#1',
    parts: '',
    processes: '',
    materials: '',
    lots: '7',
  };
  expect(filled('{facility}: {orders}, {orders} for {customer}', values)).toBe('{lots}: #1, #1 for Acme');
});
