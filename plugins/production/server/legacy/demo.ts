import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { keepRows } from './import.ts';

const hour = 3_600_000;
const steps = [
  { step: 'Depowdering', operator: 'T. Brandt', hours: 3, scrap: 0, notes: '' },
  { step: 'Bead blasting', operator: 'T. Brandt', hours: 5, scrap: 0, notes: 'Second pass on the inner faces' },
  { step: 'Final check', operator: 'M. Okafor', hours: 2, scrap: 1, notes: 'One piece with a chipped edge' },
];

/** What the old module had recorded of the oldest orders that were shipped. */
export async function seedLegacy(unit: Work, { rootFacilityId: facilityId, now }: DemoWorld): Promise<void> {
  const { rows } = await sql<{ orderFileId: number; orderId: number; quantity: number }>`
    select f.id as "orderFileId", f.order_id as "orderId", f.quantity from rfq_order_file f
      join rfq_match m on m.order_id = f.order_id and m.facility_id = ${facilityId}
    where m.status in ('SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED', 'ARCHIVED') order by f.id limit 6
  `.execute(unit.db);
  const recorded = rows.flatMap((part, index) =>
    steps.map(({ hours, scrap, ...facts }, at) => {
      const start = new Date(now.getTime() - (70 - index * 4 - at) * 24 * hour);
      const lost = index % 3 === 0 ? Math.min(scrap, part.quantity) : 0;
      const told = lost > 0 || scrap === 0 ? facts : { ...facts, notes: '' };
      return {
        ...{ ...part, ...told, part: '', start, end: new Date(start.getTime() + hours * hour) },
        ...{ good: part.quantity - lost, scrap: lost },
      };
    }),
  );
  await keepRows(unit, facilityId, recorded);
}
