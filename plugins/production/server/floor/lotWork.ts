import { CallError } from '@sinter/sdk/contract';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import type { LotWork, LotWorker } from '@sinter/sdk/contract/production/lotWork';
import type { Services, Work } from '@sinter/sdk/server';
import { openOf } from '../../shared/steps/settle.ts';
import { stageAfter } from '../stage.ts';
import { say } from '../texts.ts';
import { workplansOf } from '../workplan/workplan.ts';
import { lockPartOf } from './change.ts';
import { lockLots, requireRunning, saveLot } from './lot.ts';
import { lotFrom } from './lotFrom.ts';
import { post } from './moves.ts';
import { floorSettings } from './settings.ts';
import type { Lot, Step } from './types.ts';

type Context = Pick<Services, 'get'>;

/** What other areas do with lots: by the ledger, and with what follows from it for steps and orders. */
export const lotWorkOf = (services: Context): LotWork => ({
  async hold(worker, unit, lotIds, reason) {
    for (const lot of await lockOwn(unit, worker, lotIds)) {
      if (lot.state === 'OPEN' && lot.heldFor === null) await setHold(services, unit, lot, reason);
    }
  },

  async release(worker, unit, lotIds) {
    for (const lot of await lockOwn(unit, worker, lotIds)) {
      if (lot.heldFor !== null) await setHold(services, unit, lot, null);
    }
  },

  async scrap(worker, unit, { lotId, quantity, reason, remake }) {
    await lockPartOf(unit, worker.facilityId, lotId);
    const lot = await lockRunning(unit, worker, lotId);
    const by = { userId: worker.userId, device: '' };
    const moves: number[] = [];
    for (const { step, pieces, passed } of takenFrom(lot, quantity)) {
      const { position } = step;
      if (passed) {
        step.good -= pieces;
        moves.push(await post({ unit, lot, by }, { position, kind: 'GOOD', quantity: -pieces, reason }));
      }
      step.scrap += pieces;
      moves.push(await post({ unit, lot, by }, { position, kind: 'SCRAP', quantity: pieces, reason, remake }));
    }
    if (remake) await services.get(orderProduction).makeAgain(unit, lot.orderFileId, quantity);
    await save(services, unit, lot, remake);
    return moves;
  },

  async rework(worker, unit, { lotId, quantity, reason, toPosition }) {
    const lot = await lockRunning(unit, worker, lotId);
    const { settings, plan } = await worksBy(services, unit, lot);
    const by = { userId: worker.userId, device: '' };
    const child = await lotFrom(
      { unit, lot, plan, settings },
      { position: toPosition, quantity, how: 'REWORK', held: false },
    );
    for (const { step, pieces, passed } of takenFrom(lot, quantity)) {
      const { position } = step;
      if (passed) {
        step.good -= pieces;
        await post({ unit, lot, by }, { position, kind: 'GOOD', quantity: -pieces, reason });
      }
      step.rework += pieces;
      await post({ unit, lot, by }, { position, kind: 'REWORK', quantity: pieces, reason, otherLotId: child });
    }
    await save(services, unit, lot, true);
    return child;
  },
});

/** Throws NOT_FOUND unless all of them are the facility's. */
async function lockOwn(unit: Work, { facilityId }: LotWorker, ids: readonly number[]): Promise<Lot[]> {
  if (ids.length === 0) return [];
  const lots = (await lockLots(unit, ids)).filter((lot) => lot.facilityId === facilityId);
  if (lots.length < new Set(ids).size) throw new CallError('NOT_FOUND');
  return lots;
}

/** Its order is made now. */
async function lockRunning(unit: Work, worker: LotWorker, lotId: number): Promise<Lot> {
  const [lot] = await lockOwn(unit, worker, [lotId]);
  if (!lot) throw new CallError('NOT_FOUND');
  await requireRunning(unit, lot.facilityId, lot.orderId);
  return lot;
}

interface Taken {
  step: Step;
  pieces: number;
  /** They were good there, and are taken back. */
  passed: boolean;
}

/** Open pieces, the furthest ones first, then those that have passed the last step. Throws NOT_POSSIBLE beyond these. */
function takenFrom(lot: Lot, quantity: number): Taken[] {
  const taken: Taken[] = [];
  let left = quantity;
  const take = (step: Step, there: number, passed: boolean) => {
    const pieces = Math.min(left, there);
    if (pieces > 0) taken.push({ step, pieces, passed });
    left -= Math.max(pieces, 0);
  };
  const after = lot.steps.filter(({ kind }) => kind !== 'PRINT').reverse();
  if (lot.state !== 'MERGED') {
    for (const step of after) take(step, openOf(step), false);
    const [last] = after;
    if (last) take(last, last.good, true);
  }
  if (left > 0) throw new CallError('NOT_POSSIBLE', say('notInLot', { lot: String(lot.id), pieces: quantity - left }));
  return taken;
}

async function worksBy(services: Context, unit: Work, { facilityId, orderFileId }: Lot) {
  const settings = await floorSettings(services, unit.db, facilityId);
  const plans = await workplansOf(services, unit.db, facilityId, [orderFileId]);
  return { settings, plan: plans.get(orderFileId)?.steps ?? [] };
}

async function save(services: Context, unit: Work, lot: Lot, back: boolean): Promise<void> {
  const { lotStreaming } = await floorSettings(services, unit.db, lot.facilityId);
  await saveLot(unit, lot, lotStreaming);
  await stageAfter(unit, lot, back);
}

async function setHold(services: Context, unit: Work, lot: Lot, reason: string | null): Promise<void> {
  const before = lot.heldFor;
  lot.heldFor = reason;
  await unit.audit({
    ...{ action: reason === null ? 'lot.released' : 'lot.held', objectKind: 'WORKPLAN_LOT', objectId: String(lot.id) },
    ...{ facilityId: lot.facilityId, before, after: reason },
  });
  await save(services, unit, lot, false);
}
