import { expect, test } from 'vitest';
import { firstFreeSlot, overlaps, type Interval } from './slots.ts';

const quarter = 15 * 60_000;

/** Mulberry32: the same numbers on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Tries every place of the grid. */
function oracle(busy: readonly Interval[], duration: number, notBefore: number): Interval | null {
  for (let from = Math.ceil(notBefore / quarter) * quarter; from <= notBefore + 40 * 86_400_000; from += quarter) {
    const slot = { from, to: from + duration };
    if (!busy.some((taken) => overlaps(taken, slot))) return slot;
  }
  return null;
}

test('the first free slot is what trying every quarter of an hour finds, over 2,000 random machines', () => {
  const next = random(7);
  for (let round = 0; round < 2000; round += 1) {
    const notBefore = Math.floor(next() * 1e10);
    const busy = Array.from({ length: Math.floor(next() * 14) }, () => {
      const from = notBefore + Math.floor((next() - 0.3) * 6 * 86_400_000);
      return { from, to: from + 1 + Math.floor(next() * 20 * 3_600_000) };
    });
    const duration = Math.ceil(next() * 30) * 3_600_000;
    expect(firstFreeSlot(busy, duration, notBefore)).toEqual(oracle(busy, duration, notBefore));
  }
});

test('a machine that is taken for more than a year has no slot', () => {
  expect(firstFreeSlot([{ from: 0, to: 400 * 86_400_000 }], 3_600_000, 0)).toBeNull();
});
