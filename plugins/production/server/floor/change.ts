import { CallError } from '@sinter/sdk/contract';
import type { CatalogStep, MesSettings } from '@sinter/sdk/contract/production/mes';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { holdingOf, type Contained } from '@sinter/sdk/contract/quality/containment';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';
import { workplansOf } from '../workplan/workplan.ts';
import { stageAfter } from '../stage.ts';
import { lockFor, saveLot, wasDone } from './lot.ts';
import type { Lot } from './types.ts';
import { readLotOf } from './read.ts';
import { floorSettings } from './settings.ts';

/** What a change of a lot works with. */
export interface Change {
  context: CallContext;
  unit: Work;
  lot: Lot;
  /** Others that were named, locked too. */
  others: readonly Lot[];
  settings: MesSettings;
  /** The workplan of its part, by position. */
  plan: readonly CatalogStep[];
  /** Who moves pieces, and from where. */
  by: { userId: number; device: string };
}

interface Wanted {
  lotId: number;
  eventId: string;
  device: string;
  others?: readonly number[];
  /** The ordered part changes too: it is locked before the lots, as builds do. */
  ofPart?: boolean;
  /** Pieces go back to a step before. */
  back?: boolean;
  /** Not while a non-conformance holds one of them; all else may happen. */
  contained?: 'REFUSED';
}

/** Changes a lot under its lock, once for each `eventId`, and answers it as it is then; or another lot that `act` names. */
export async function changeLot(
  context: CallContext,
  { lotId, eventId, device, others = [], ofPart = false, back = false, contained }: Wanted,
  act: (change: Change) => Promise<number | void>,
): Promise<LotDetail> {
  let shown = lotId;
  await context.write(async (unit) => {
    if (ofPart) await lockPartOf(unit, context.facilityId, lotId);
    const ids = [...new Set([lotId, ...others])];
    const lots = await lockFor(context, unit, ids);
    const lot = lots.find(({ id }) => id === lotId);
    if (!lot) throw new CallError('NOT_FOUND');
    if (await wasDone(context, unit, lotId, eventId)) return;
    const { facilityId, user } = context;
    if (contained === 'REFUSED') await requireFree(context, unit, facilityId, { lotIds: ids });
    const settings = await floorSettings(context, unit.db, facilityId);
    const plans = await workplansOf(context, unit.db, facilityId, [lot.orderFileId]);
    const made = await act({
      context,
      unit,
      lot,
      others: lots.filter(({ id }) => id !== lotId),
      settings,
      plan: plans.get(lot.orderFileId)?.steps ?? [],
      by: { userId: user.userId, device },
    });
    for (const each of lots) await saveLot(unit, each, settings.lotStreaming);
    await stageAfter(unit, lot, back);
    if (typeof made === 'number') shown = made;
  });
  return readLotOf(context, shown);
}

/** Throws CONFLICT with the non-conformance that holds one of these. */
export async function requireFree(
  context: CallContext,
  unit: Work,
  facilityId: number,
  what: Contained,
): Promise<void> {
  const [holding] = await holdingOf(context, unit, facilityId, what);
  if (!holding) return;
  const [batch] = what.batches ?? [];
  throw new CallError(
    'CONFLICT',
    batch === undefined ? say('heldByNcr', { ncr: holding.number }) : say('batchHeld', { batch, ncr: holding.number }),
  );
}

/** The ordered part of a lot, which is locked before lots are. */
export async function lockPartOf(unit: Work, facilityId: number, lotId: number): Promise<void> {
  await sql`
    select f.id from rfq_order_file f join lot l on l.order_file_id = f.id
    where l.id = ${lotId} and l.facility_id = ${facilityId} for no key update of f
  `.execute(unit.db);
}
