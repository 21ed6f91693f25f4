import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { issuePassport } from './issue.ts';

/** Two passports of lots that were shipped, those of remade pieces first: the customer of the first one reads no names. */
export async function seedPassports(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l join rfq_order o on o.id = l.order_id
      join lateral (select max(s.shipped_at) as at from shipment_line g join shipment s on s.id = g.shipment_id
        where g.order_file_id = l.order_file_id and s.facility_id = l.facility_id and s.status <> 'VOIDED') sent
        on sent.at is not null
    where l.facility_id = ${world.rootFacilityId} and not o.export_controlled and not o.holds_controlled
      and l.state = 'DONE'
    order by exists (select from lot_remake r where r.lot_id = l.id) desc, l.id limit 2
  `.execute(unit.db);
  for (const [index, { id }] of rows.entries()) {
    await issuePassport(services, unit, {
      ...{ facilityId: world.rootFacilityId, lotId: id, eventId: `demo-passport-${id}` },
      userId: world.users['admin@demo.example'] ?? null,
      names: index > 0,
      shared: true,
      at: world.now,
      origin: '',
    });
  }
}
