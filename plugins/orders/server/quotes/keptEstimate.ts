import { CallError } from '@sinter/sdk/contract';
import type { KeptEstimate } from '@sinter/sdk/contract/orders/offers';
import { lineChoices } from '@sinter/sdk/contract/orders/request';
import type { Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { estimatesOf } from '../estimateFiles.ts';
import { ordersDb } from '../lifecycle.ts';

const choicesSchema = z.object(lineChoices);

/** Keeps what the price engine says of an order that is placed now; nothing where it cannot say. */
export async function keepEstimate(unit: Work, orderId: number): Promise<void> {
  const db = ordersDb(unit);
  const parts = await db
    .selectFrom('rfq_order_file')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const wanted = parts.map(({ finish_id, color, tolerance, inspection, ...part }) => ({
    fileId: part.file_id,
    amProcessId: part.am_process_id,
    materialId: part.material_id,
    quantity: part.quantity,
    ...choicesSchema.parse({ finishId: finish_id, color, tolerance, inspection }),
  }));
  const estimated = await estimatesOf(unit.db, wanted, { facilityId: null }).catch((error: unknown) => {
    if (error instanceof CallError) return null;
    throw error;
  });
  const kept: KeptEstimate | null = estimated && {
    at: new Date().toISOString(),
    lines: estimated.files.map(({ unitPrice, currency }, place) => ({
      orderFileId: parts[place]?.id ?? 0,
      quantity: parts[place]?.quantity ?? 0,
      unitPrice: { amount: unitPrice, currency },
    })),
    totals: estimated.totals,
    leadTimeDays: estimated.leadTimeDays,
  };
  await db
    .updateTable('rfq_order')
    .set({ estimate: kept && JSON.stringify(kept) })
    .where('id', '=', orderId)
    .execute();
}
