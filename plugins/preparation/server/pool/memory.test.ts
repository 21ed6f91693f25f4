import { expect, test } from 'vitest';
import { charge, type Taker } from './memory.ts';

const taker = (): Taker => ({ threadId: null, faultsSeen: null, takenMb: 0 });

test('what a thread that ended leaves behind is not counted to the one that goes on', () => {
  const [ended, quiet] = [taker(), taker()];
  charge(600, [ended, quiet]);
  expect([ended.takenMb, quiet.takenMb]).toEqual([300, 300]);
  charge(0, [quiet]);
  charge(20, [quiet]);
  expect(quiet.takenMb).toBe(320);
  charge(-500, [quiet]);
  expect(quiet.takenMb).toBe(0);
});
