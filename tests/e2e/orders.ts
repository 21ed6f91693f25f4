import { randomUUID } from 'node:crypto';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import {
  awardBidUsingPo,
  createOrder,
  fireOrderEvent,
  readOrder,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders/orders';
import type { Client } from './http.ts';

type Draft = CallInput<typeof createOrder>['body'];

/** What a part is made in. */
export interface Choice {
  amProcessId: number;
  materialId: number;
}

/** The first on offer. */
export async function firstOffer(buyer: Client): Promise<Choice> {
  const [offer] = await buyer.call(listOfferedMaterials, {});
  const [material] = offer?.materials ?? [];
  if (!offer || !material) throw new Error('No machine offers anything.');
  return { amProcessId: offer.process.id, materialId: material.id };
}

/** What most machines of the provider can make. */
export async function commonestOffer(provider: Client): Promise<Choice> {
  const counts = new Map<string, Choice & { machines: number }>();
  for (const { machine, materials } of await provider.call(listEquipments, { query: {} })) {
    for (const materialId of materials) {
      const choice = { amProcessId: machine.amProcess.id, materialId };
      const key = `${choice.amProcessId} ${materialId}`;
      counts.set(key, { ...choice, machines: (counts.get(key)?.machines ?? 0) + 1 });
    }
  }
  const [best] = [...counts.values()].sort((a, b) => b.machines - a.machines);
  if (!best) throw new Error('The provider has no machines.');
  return { amProcessId: best.amProcessId, materialId: best.materialId };
}

/** An order of one part. */
export async function draftOrder(
  buyer: Client,
  part: FileDto,
  title: string,
  quantity = 1,
  choice?: Choice,
): Promise<Draft> {
  const made = choice ?? (await firstOffer(buyer));
  return {
    eventId: randomUUID(),
    displayTitle: title,
    exportControlled: false,
    rfqFileDTOs: [
      {
        originalFileId: part.id,
        fileId: part.id,
        ...made,
        quantity,
      },
    ],
  };
}

export const place = (buyer: Client, draft: Draft): Promise<OrderDetail> => buyer.call(createOrder, { body: draft });

/** The provider's view of the order, with a quote of theirs open. */
export async function quoted(provider: Client, orderId: number): Promise<OrderDetail> {
  const { rfqFileDTOs } = await provider.call(readOrder, { params: { id: orderId } });
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 1500 }));
  const body = { eventId: randomUUID(), lines, leadTimeDays: 5 };
  return provider.call(submitQuote, { params: { id: orderId }, body });
}

export function award(buyer: Client, order: OrderDetail): Promise<OrderDetail> {
  const [quote] = order.quotes;
  if (!quote) throw new Error(`Order ${order.id} has no quote.`);
  const body = { eventId: randomUUID(), quoteId: quote.id, poNumber: randomUUID() };
  return buyer.call(awardBidUsingPo, { params: { orderId: order.id }, body });
}

type Event = CallInput<typeof fireOrderEvent>['body']['event'];

export const fire = (client: Client, orderId: number, event: Event): Promise<OrderDetail> =>
  client.call(fireOrderEvent, { params: { id: orderId }, body: { eventId: randomUUID(), event, reason: 'As agreed' } });

/** An order that the provider may schedule, as the provider sees it. */
export async function awarded(buyer: Client, provider: Client, draft: Draft): Promise<OrderDetail> {
  const { id } = await place(buyer, draft);
  await award(buyer, await quoted(provider, id));
  return fire(provider, id, 'ACCEPT_AWARD');
}
