import { CallError } from '@sinter/sdk/contract';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import type { Change } from './change.ts';
import { insertLot, saveLot } from './lot.ts';

interface NewLotOf {
  position: number;
  quantity: number;
  how: 'SPLIT' | 'REWORK';
  /** It is on hold where the lot is; unless given. */
  held?: boolean;
}

/** Pieces of a lot as a lot of their own, which begins at a step. Answers its id. */
export async function lotFrom(
  { unit, lot, plan, settings }: Pick<Change, 'unit' | 'lot' | 'plan' | 'settings'>,
  { position, quantity, how, held = true }: NewLotOf,
): Promise<number> {
  const steps = plan.map((step, at) => ({ position: at, step })).filter((each) => each.position >= position);
  if (steps[0]?.position !== position || steps[0].step.kind === 'PRINT') {
    throw new CallError('INVALID_INPUT', undefined, { fields: { rework: say('reworkForward') } });
  }
  const { facilityId, orderId, orderFileId, jobId, controlled } = lot;
  const of = { facilityId, orderId, orderFileId, jobId, jobFileId: null, controlled, pattern: settings.lotNumber };
  const child = await insertLot(unit, { ...of, quantity, steps });
  const [first] = child.steps;
  if (first) first.joined = quantity;
  await productionDb(unit)
    .insertInto('lot_parent')
    .values({ lot_id: child.id, parent_id: lot.id, how, quantity })
    .execute();
  child.heldFor = held ? lot.heldFor : null;
  await saveLot(unit, child, settings.lotStreaming, how === 'SPLIT' ? how : undefined);
  return child.id;
}
