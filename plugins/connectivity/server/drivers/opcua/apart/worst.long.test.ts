import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DataType, opcuaServer } from '../testing.ts';
import { createOpcua } from './open.ts';
import { buildProgram, harmful, linkTo, listening } from './testing.ts';

/** The library at its worst, without any guard of ours: what a hostile server may find some day. */
type Machine = Awaited<ReturnType<typeof opcuaServer>>;
let good: Machine;
let bad: Machine;
let goodState: ReturnType<Machine['variable']>;
let badState: ReturnType<Machine['variable']>;
let bare: URL;
beforeAll(async () => {
  [good, bad, bare] = await Promise.all([opcuaServer(), opcuaServer(), buildProgram(true)]);
  goodState = good.variable('State', DataType.String, 'RUNNING');
  badState = bad.variable('State', DataType.String, 'RUNNING');
});
afterAll(async () => {
  await good.stop();
  await bad.stop();
});
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

it.each(['THROW', 'REJECT', 'LOOP', 'LIST'])(
  'ends alone where a server brings it down (%s), and goes on with the others',
  async (worst) => {
    const open = createOpcua();
    const one = listening(open, linkTo(good.url, bare));
    const other = listening(open, linkTo(bad.url, bare));
    ends.push(one.stop, other.stop);
    await vi.waitFor(() => expect([one.states, other.states]).toEqual([['RUNNING'], ['RUNNING']]), 20_000);
    badState.set(worst);
    await vi.waitFor(() => expect(one.why.at(-1)).toMatch(/^The part that speaks OPC UA has ended/), 20_000);
    expect(other.why.at(-1)).toContain(harmful);
    await vi.waitFor(() => expect(one.states.length).toBeGreaterThan(1), 20_000);
    // It is tried again, apart: now it disturbs nobody.
    await vi.waitFor(() => expect(other.why.length).toBeGreaterThan(1), 20_000);
    goodState.set(`AFTER ${worst}`);
    await vi.waitFor(() => expect(one.states.at(-1)).toBe(`AFTER ${worst}`), 8000);
    expect(one.why).toHaveLength(1);
    expect(other.why.every((why) => why.startsWith(harmful))).toBe(true);
    badState.set('RUNNING');
    goodState.set('RUNNING');
  },
);
