import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { mergeLots, splitLot } from '@sinter/sdk/contract/production/lots';
import { containment } from '@sinter/sdk/contract/quality/containment';
import type { CallContext, Work } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { changeLot } from './change.ts';
import { stepAt } from './lot.ts';
import type { Lot, Step } from './types.ts';
import { post } from './moves.ts';
import { lotFrom } from './lotFrom.ts';
import { openOf } from '../../shared/steps/settle.ts';
import { openStatuses } from '../../shared/steps/transitions.ts';

const isOpen = (step: Step): boolean => openStatuses.some((status) => status === step.status);

/** Throws NOT_POSSIBLE unless pieces wait or are worked on at the step. */
function requireOpen(step: Step): void {
  if (step.kind === 'PRINT' || !isOpen(step)) throw new CallError('NOT_POSSIBLE', say('nothingOpen'));
}

/** Open pieces leave for a lot of their own. */
export const split = (context: CallContext, { params, body }: CallArguments<typeof splitLot>) =>
  changeLot(context, { lotId: params.id, ...body }, async (change) => {
    const step = stepAt(change.lot, body.position);
    requireOpen(step);
    const open = openOf(step);
    if (body.quantity >= open) throw new CallError('NOT_POSSIBLE', say('splitLess', { count: open }));
    step.moved += body.quantity;
    const child = await lotFrom(change, { position: step.position, quantity: body.quantity, how: 'SPLIT' });
    await post(change, { position: step.position, kind: 'SPLIT', quantity: body.quantity, otherLotId: child });
    for (const each of context.all(containment)) await each.split(context, change.unit, change.lot.id, child);
    return child;
  });

/** Open pieces of others join: all that they have, so that they end with it. */
export const merge = (context: CallContext, { params, body }: CallArguments<typeof mergeLots>) =>
  changeLot(context, { lotId: params.id, ...body, others: body.lotIds, contained: 'REFUSED' }, async (change) => {
    const { lot, others } = change;
    const into = stepAt(lot, body.position);
    requireOpen(into);
    if (others.length === 0)
      throw new CallError('INVALID_INPUT', undefined, { fields: { lotIds: say('mergeItself') } });
    const batches = await batchesOf(change.unit, [lot, ...others]);
    for (const other of others) {
      const from = stepAt(other, body.position);
      requireKin(lot, other, batches);
      requireOpen(from);
      const quantity = openOf(from);
      if (other.steps.some((step) => step !== from && openOf(step) > 0)) {
        throw new CallError('NOT_POSSIBLE', say('mergeElsewhere', { lot: other.number }));
      }
      from.moved += quantity;
      into.joined += quantity;
      await post({ ...change, lot: other }, { position: from.position, kind: 'MERGE', quantity, otherLotId: lot.id });
      await productionDb(change.unit)
        .insertInto('lot_parent')
        .values({ lot_id: lot.id, parent_id: other.id, how: 'MERGE', quantity })
        .execute();
      // What it had counted before stays its own; its open pieces go on here.
      other.state = 'MERGED';
      for (const step of other.steps) {
        if (isOpen(step) || step.status === 'NOT_READY') step.status = 'CANCELLED';
        step.heldFrom = null;
      }
    }
  });

function requireKin(lot: Lot, other: Lot, batches: ReadonlyMap<number, string>): void {
  const same =
    lot.orderFileId === other.orderFileId &&
    (lot.jobId === other.jobId || (batches.get(lot.id) ?? '') === (batches.get(other.id) ?? '-'));
  const free = other.state === 'OPEN' && lot.heldFor === other.heldFor;
  if (!same || !free) throw new CallError('NOT_POSSIBLE', say('mergeOther', { lot: other.number }));
}

/** The batches that each lot was made of, in one text; none where nothing was scanned. */
async function batchesOf(unit: Work, lots: readonly Lot[]): Promise<ReadonlyMap<number, string>> {
  const ids = lots.map(({ id }) => id);
  const rows = await productionDb(unit)
    .selectFrom('lot_move')
    .select(['lot_id', 'batch'])
    .distinct()
    .where('lot_id', 'in', ids)
    .where('batch', '<>', '')
    .orderBy('batch')
    .execute();
  const found = new Map<number, string>();
  for (const { lot_id: lotId, batch } of rows) found.set(lotId, `${found.get(lotId) ?? ''}\n${batch}`);
  return found;
}
