import type { Work } from '@sinter/sdk/server';
import type { Lot } from './types.ts';
import { productionDb } from '../tables.ts';

export interface NewMove {
  position: number;
  kind: 'GOOD' | 'SCRAP' | 'REWORK' | 'SPLIT' | 'MERGE';
  quantity: number;
  reason?: string;
  batch?: string;
  remake?: boolean;
  otherLotId?: number | null;
  reverses?: number | null;
  /** When it was, if not now. */
  at?: Date;
}

/** `null`: the build itself. */
interface Mover {
  userId: number | null;
  device: string;
}

interface Posting {
  unit: Work;
  lot: Pick<Lot, 'id' | 'facilityId'>;
  by: Mover;
}

/** A row of the ledger; answers its id. */
export async function post({ unit, lot, by }: Posting, move: NewMove): Promise<number> {
  const { id } = await productionDb(unit)
    .insertInto('lot_move')
    .values({
      lot_id: lot.id,
      facility_id: lot.facilityId,
      position: move.position,
      kind: move.kind,
      quantity: move.quantity,
      reason: move.reason ?? '',
      batch: move.batch ?? '',
      device: by.device,
      remake: move.remake ?? false,
      other_lot_id: move.otherLotId ?? null,
      reverses: move.reverses ?? null,
      user_id: by.userId,
      created_at: move.at ?? new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
