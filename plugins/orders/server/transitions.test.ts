import { matchStatusSchema, orderStatusSchema, orderEventSchema } from '@sinter/sdk/contract/orders/orders';
import { expect, test } from 'vitest';
import { allowedFrom, findTransition, matchTransitions, noFacts, orderTransitions } from './transitions.ts';

test('every status and event of a person is either in the table or refused', () => {
  for (const [table, statuses] of [
    [matchTransitions, matchStatusSchema.options],
    [orderTransitions, orderStatusSchema.options],
  ] as const) {
    for (const row of table) {
      expect(row.to === 'held' || row.to === 'same' || statuses.some((status) => status === row.to)).toBe(true);
      for (const from of row.from) expect(statuses.some((status) => status === from)).toBe(true);
    }
  }
});

test('one event leads from one status to one place only', () => {
  for (const table of [matchTransitions, orderTransitions]) {
    const seen = table.flatMap((row) => row.from.map((from) => ({ row, from })));
    const alike = seen.filter(({ row, from }, index) =>
      seen.slice(0, index).some((other) => {
        const facts = { ...noFacts, ...row.when, ...other.row.when };
        return other.from === from && other.row.event === row.event && findTransition([row], row.event, from, facts);
      }),
    );
    expect(alike.map(({ row, from }) => `${row.event} ${from}`)).toEqual([]);
  }
});

test('a match can be walked from arrival to production, and nowhere else on the way', () => {
  const walk = ['APPROVE', 'UNLOCK', 'SUBMIT_QUOTE', 'AWARD', 'ACCEPT_AWARD', 'START_PRODUCTION'] as const;
  let status = matchStatusSchema.parse('CREATED');
  for (const event of walk) {
    const step = findTransition(matchTransitions, event, status, noFacts);
    status = matchStatusSchema.parse(step?.to);
  }
  expect(status).toBe('IN_PROGRESS');
  expect(findTransition(matchTransitions, 'SUBMIT_QUOTE', status, noFacts)).toBeNull();
});

test('nobody is offered what only follows from something else', () => {
  for (const status of matchStatusSchema.options) {
    for (const side of ['buyer', 'provider'] as const) {
      for (const event of allowedFrom(matchTransitions, side, status, noFacts)) {
        expect(orderEventSchema.options).toContain(event);
      }
    }
  }
  expect(allowedFrom(matchTransitions, 'buyer', 'BID_SUBMITTED', noFacts)).toEqual([
    'REQUEST_REVISION',
    'REJECT_QUOTE',
    'AWARD',
    'PAY',
  ]);
  expect(allowedFrom(matchTransitions, 'provider', 'IN_PROGRESS', noFacts)).toEqual([
    'FINISH_PRINTING',
    'START_INSPECTION',
    'SHIP',
    'HOLD',
  ]);
});
