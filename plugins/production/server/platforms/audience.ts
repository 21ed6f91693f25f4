import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { platformChanged } from '@sinter/sdk/contract/production/platforms';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** Tells the facility. Of one with export-controlled parts, in any revision, only who is cleared hears. */
export async function tellPlatform(unit: Work, platformId: number): Promise<void> {
  const { rows } = await sql<{ facilityId: number; controlled: boolean }>`
    select p.facility_id as "facilityId", exists (
      select from platform_piece piece join rfq_order_file f on f.id = piece.order_file_id join rfq_order o on o.id = f.order_id
      where piece.platform_id = p.id and ${orderIsControlled}) as controlled
    from platform p where p.id = ${platformId}
  `.execute(unit.db);
  const [row] = rows;
  if (!row) return;
  const { facilityId, controlled } = row;
  await unit.emit(platformChanged, { platformId }, { facilityIds: [facilityId], ...(controlled && { controlled }) });
}
