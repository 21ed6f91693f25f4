import { nestingChanged } from '@sinter/sdk/contract/production/nesting';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { EventPayload } from '@sinter/sdk/contract/event';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** Whether nesting `n` holds parts of an order that is export controlled now, as a condition. */
export const holdsControlled = sql<boolean>`exists (
  select 1 from nesting_item i join rfq_order_file f on f.id = i.order_file_id join rfq_order o on o.id = f.order_id
  where i.nesting_id = n.id and ${orderIsControlled})`;

/** Tells the planners of its facility. */
export async function tellNesting(unit: Work, change: EventPayload<typeof nestingChanged>): Promise<void> {
  const { rows } = await sql<{ facilityId: number; userId: number; controlled: boolean }>`
    select n.facility_id as "facilityId", n.user_id as "userId", ${holdsControlled} as controlled
    from nesting n where n.id = ${change.id}
  `.execute(unit.db);
  const [row] = rows;
  if (!row) return;
  const { facilityId, userId, controlled } = row;
  await unit.emit(nestingChanged, change, {
    facilityIds: [facilityId],
    ...(controlled && { controlled: true, creatorIds: [userId] }),
  });
}
