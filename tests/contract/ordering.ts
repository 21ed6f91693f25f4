import { randomUUID } from 'node:crypto';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { createOrder, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { TestClient, TestServer } from '#host/server/testing.ts';

/** Five pieces of a part of the demo's buyer, for the facilities that have an MJF machine. */
export async function orderParts(
  server: TestServer,
  buyer: TestClient,
  displayTitle: string,
  more: { ndaRequired?: boolean } = {},
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
