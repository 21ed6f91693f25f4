import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { trayParts } from '@sinter/sdk/contract/grabcad/tray';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';

type Wanted = CallArguments<typeof trayParts>['body'];
type Part = CallResult<typeof trayParts>['parts'][number];

/** What a machine needs to make the parts of a tray. */
export async function partsOfTray(context: CallContext, { files }: Wanted): Promise<CallResult<typeof trayParts>> {
  const { rows } = await sql<Part>`
    select f.id as "fileId", f.am_process_id as "processId", f.material_id as "materialId", ${orderIsControlled} as itar,
      greatest(f.quantity + f.remake_quantity - f.scheduled, 0) as "notScheduled"
    from rfq_order_file f join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = o.id and m.facility_id = ${context.facilityId}
    where f.id = any(${files}::bigint[]) and (${context.user.cleared} or not ${orderIsControlled})
    order by f.id
  `.execute(context.db);
  return { parts: rows };
}
