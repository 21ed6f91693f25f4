import type { Services } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { pricedFilesSchema } from '@sinter/sdk/contract/orders/estimate';
import { sourcingTypeSchema } from '@sinter/sdk/contract/orders/request';
import { CallError } from '@sinter/sdk/contract';
import { sql } from 'kysely';
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

/** What dates are asked for with an order as it is: its parts, and whom its buyer wants asked. */
export async function askedOf(services: Pick<Services, 'db'>, orderId: number) {
  const { rows } = await sql<{ exportControlled: boolean; sourcing: string | null }>`
    select ${orderIsControlled} as "exportControlled", o.sourcing from rfq_order o where o.id = ${orderId}
  `.execute(services.db);
  const [order] = rows;
  if (!order) throw new CallError('NOT_FOUND');
  return {
    files: await wantedOf(services, orderId),
    exportControlled: order.exportControlled,
    sourcing: sourcingTypeSchema.nullable().parse(order.sourcing),
    facilityIds: [],
  };
}
