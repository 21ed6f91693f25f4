import { randomUUID } from 'node:crypto';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { createOrder, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import type { TestClient, TestServer } from '#host/server/testing.ts';

/** Five pieces of a part of the demo's buyer, for the facilities that have an MJF machine. */
export async function orderParts(
  server: TestServer,
  buyer: TestClient,
  displayTitle: string,
  more: { ndaRequired?: boolean; sourcing?: 'LINK3D' } = {},
): Promise<OrderDetail> {
  const { id } = await server.services.db
    .selectFrom('file_facts')
    .innerJoin('stored_file', 'stored_file.id', 'file_facts.file_id')
    .select('stored_file.id')
    .where('stored_file.owner_company_id', '=', server.world.buyerCompanyId)
    .orderBy('stored_file.id')
    .executeTakeFirstOrThrow();
  const offer = (await buyer.call(listOfferedMaterials, {})).find(({ process }) => process.processKey === 'HPBJ');
  const [material] = offer?.materials ?? [];
  if (!offer || !material) throw new Error('The demo offers no MJF material.');
  const part = { originalFileId: id, fileId: id, amProcessId: offer.process.id, materialId: material.id, quantity: 5 };
  return buyer.call(createOrder, {
    body: { eventId: randomUUID(), displayTitle, exportControlled: false, rfqFileDTOs: [part], ...more },
  });
}

/**
 * A facility, the second one unless given, gets a machine like one of the first, with its materials, so that both can
 * quote `orderParts`.
 */
export async function addRival(server: TestServer, facilityId = server.world.secondFacilityId): Promise<void> {
  const { rootFacilityId } = server.world;
  await sql`
    with copied as (
      insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
      select ${facilityId}, e.machine_model_id, 'Rival', e.hourly_rate_minor from equipment e
        join machine_model m on m.id = e.machine_model_id join am_process p on p.id = m.am_process_id
      where e.facility_id = ${rootFacilityId} and p.process_key = 'HPBJ' order by e.id limit 1
      returning id, machine_model_id)
    insert into equipment_material (equipment_id, material_id)
    select distinct copied.id, em.material_id from copied join equipment e
      on e.machine_model_id = copied.machine_model_id and e.facility_id = ${rootFacilityId}
      join equipment_material em on em.equipment_id = e.id
  `.execute(server.services.db);
}
