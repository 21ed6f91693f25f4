import type { Services } from '@sinter/sdk/server';
import { pricedFilesSchema } from '@sinter/sdk/contract/orders/orders';
import type { WantedFiles } from './makers.ts';

/** The parts of an order, as prices and dates are asked for. */
export async function wantedOf({ db }: Pick<Services, 'db'>, orderId: number): Promise<WantedFiles> {
  const rows = await db
    .selectFrom('rfq_order_file')
    .select(['file_id', 'material_id', 'am_process_id', 'quantity', 'finish_id', 'color', 'tolerance', 'inspection'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return pricedFilesSchema.parse(
    rows.map((row) => ({
      fileId: row.file_id,
      materialId: row.material_id,
      amProcessId: row.am_process_id,
      quantity: row.quantity,
      finishId: row.finish_id,
      color: row.color,
      tolerance: row.tolerance,
      inspection: row.inspection,
    })),
  );
}
