import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { Gates } from '@sinter/sdk/contract/production/askGates';
import { runningModules, type Services } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { askedAt, openOf, type Asked } from './asked.ts';

const named = 3;

/** Nothing is asked where the feature is off, or nobody could answer. */
async function asks(services: Pick<Services, 'get'>, facilityId: number): Promise<boolean> {
  const modules = services.get(runningModules);
  return (await modules.flag('CHECKLIST', facilityId)) && modules.runs('production', facilityId);
}

export const checklistGates: Gates = {
  async require(services, unit, facilityId, subject) {
    if (!(await asks(services, facilityId))) return;
    const open = (await askedAt(unit.db, facilityId, subject)).flatMap(openOf);
    if (open.length > 0) throw new CallError('CHECKLIST_OPEN', missing(open), { gate: subject });
  },
};

function missing(open: readonly Asked['items'][number][]): Sentence {
  const items = open
    .slice(0, named)
    .map(({ label }) => label)
    .join(', ');
  return open.length > named ? say('gateOpenMore', { items, count: open.length - named }) : say('gateOpen', { items });
}
