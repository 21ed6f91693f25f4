import { describe, expect, it } from 'vitest';
import { matchTransitions, orderTransitions } from '../transitions.ts';
import { matchNotices, orderNotices } from './table.ts';

describe.each([
  ['a match', matchTransitions, matchNotices],
  ['a request', orderTransitions, orderNotices],
])('what happens to %s', (_, transitions, notices) => {
  const events = [...new Set(transitions.map(({ event }) => event))];

  it.each(events)('%s tells those whom it concerns, or says why nobody is told', (event) => {
    const told = notices[event];
    if (typeof told === 'string') expect(told.length).toBeGreaterThan(20);
    else expect(told?.length).toBeGreaterThan(0);
  });

  it('is all that is told of', () => {
    expect(Object.keys(notices).filter((event) => !events.some((one) => one === event))).toEqual([]);
  });

  it('is told from statuses that it can happen in', () => {
    for (const [event, told] of Object.entries(notices)) {
      if (typeof told === 'string') continue;
      const from: readonly string[] = transitions.filter((row) => row.event === event).flatMap((row) => row.from);
      for (const row of told) if (row.from !== undefined) expect(from).toContain(row.from);
    }
  });
});
