import { expect, it } from 'vitest';
import { includesWords } from './includesWords.ts';

it('finds words in any order', () => {
  expect(includesWords('Enterprise Scheduler', 'sched ent')).toBe(true);
  expect(includesWords('Enterprise Scheduler', 'job')).toBe(false);
  expect(includesWords('Team', ' ')).toBe(true);
});
