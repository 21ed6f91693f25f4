import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { listComments } from '@sinter/sdk/contract/comments';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { requireVisible } from '../visibility.ts';

export type Target = CallArguments<typeof listComments>['query'];

/** The order a comment hangs on, and the file of it where it is about one. */
export interface Place {
  orderId: number;
  orderFileId: number | null;
}

/** Throws NOT_FOUND for what does not exist or the caller may not see, INVALID_INPUT for what takes no comments. */
export async function requirePlace(context: CallContext, { objectKind, objectId }: Target): Promise<Place> {
  const place = await placeOf(context, { objectKind, objectId });
  await requireVisible(context, place.orderId);
  return place;
}

async function placeOf(context: CallContext, { objectKind, objectId }: Target): Promise<Place> {
  if (objectKind === 'RFQ_ORDER') return { orderId: objectId, orderFileId: null };
  if (objectKind !== 'RFQ_ORDER_FILE') {
    throw new CallError('INVALID_INPUT', undefined, { fields: { objectKind: 'Orders and their parts take comments' } });
  }
  const file = await context.db
    .selectFrom('rfq_order_file')
    .select('order_id')
    .where('id', '=', objectId)
    .executeTakeFirst();
  if (!file) throw new CallError('NOT_FOUND');
  return { orderId: file.order_id, orderFileId: objectId };
}

/**
 * What somebody who sees the order reads of its comments `c`: their own side's, and what others shared. Facilities that
 * quote for the same order never read each other.
 */
export const readable = ({ role, facilityId }: Principal): RawBuilder<boolean> =>
  role === 'ROLE_SERVICE_PROVIDER'
    ? sql`(c.facility_id = ${facilityId}
        or (c.facility_id is null and c.visibility = 'SHARED'
          and coalesce(c.addressed_facility_id, ${facilityId}) = ${facilityId}))`
    : sql`(c.facility_id is null or c.visibility = 'SHARED')`;

/** Comments of the caller's own side. */
export const ownSide = ({ role, facilityId }: Principal): RawBuilder<boolean> =>
  role === 'ROLE_SERVICE_PROVIDER' ? sql`c.facility_id is not distinct from ${facilityId}` : sql`c.facility_id is null`;
