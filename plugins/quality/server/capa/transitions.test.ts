import { describe, expect, it } from 'vitest';
import { capaEventSchema } from '@sinter/sdk/contract/quality/capas';
import { capaStatusSchema } from '@sinter/sdk/contract/quality/capaStatus';
import { capaTransitions, eventsFrom, missingFor, type CapaFacts } from './transitions.ts';

const nothing: CapaFacts = { hasOwner: false, hasProblem: false, hasRootCause: false, tasks: [], checkDue: false };
const task = (kind: CapaFacts['tasks'][number]['kind'], done: boolean, ownerId = 1) => ({ kind, done, ownerId });
const whole: CapaFacts = {
  ...{ hasOwner: true, hasProblem: true, hasRootCause: true, checkDue: true },
  tasks: [task('CORRECTIVE', true), task('VERIFICATION', true)],
};

describe('a corrective action', () => {
  it('goes these ways and no others', () => {
    const ways = capaStatusSchema.options.flatMap((from) => eventsFrom(from).map((event) => `${from} ${event}`));
    expect(ways).toEqual(['DRAFT OPEN', 'OPEN BEGIN', 'IN_PROGRESS VERIFY', 'VERIFICATION FAIL', 'VERIFICATION CLOSE']);
    expect(new Set(capaTransitions.map(({ event }) => event))).toEqual(new Set(capaEventSchema.options));
  });

  it.each([
    ['OPEN', nothing, ['PROBLEM', 'OWNER']],
    ['OPEN', whole, []],
    ['BEGIN', nothing, ['TASKS']],
    ['VERIFY', { ...whole, hasRootCause: false }, ['ROOT_CAUSE']],
    ['VERIFY', { ...whole, tasks: [task('CONTAINMENT', false)] }, ['OPEN_TASKS']],
    // What verifies is done afterwards.
    ['VERIFY', { ...whole, tasks: [task('CORRECTIVE', true), task('VERIFICATION', false)] }, []],
    ['CLOSE', { ...whole, tasks: [task('VERIFICATION', false)] }, ['OPEN_TASKS']],
    ['CLOSE', { ...whole, checkDue: false }, ['NOT_YET']],
    ['FAIL', nothing, []],
  ] as const)('asks for what is missing before %s', (event, facts, missing) => {
    expect(missingFor(event, facts, 2)).toEqual(missing);
  });

  it('is closed by somebody who owned no task', () => {
    expect(missingFor('CLOSE', whole, 1)).toEqual(['OWN_TASK']);
    expect(missingFor('CLOSE', whole, 2)).toEqual([]);
  });
});
