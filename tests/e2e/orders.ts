import { randomUUID } from 'node:crypto';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { FileDto } from '@sinter/sdk/contract/host';
import {
  awardBidUsingPo,
  createOrder,
  fireOrderEvent,
  readOrder,
  submitQuote,
  type OrderDetail,
} from '@sinter/sdk/contract/orders';
import type { Client } from './http.ts';

type Draft = CallInput<typeof createOrder>['body'];

/** An order of one part in the first process and material on offer. */
export async function draftOrder(buyer: Client, part: FileDto, title: string, quantity = 1): Promise<Draft> {
  const [offer] = await buyer.call(listOfferedMaterials, {});
  const [material] = offer?.materials ?? [];
  if (!offer || !material) throw new Error('No machine offers anything.');
  return {
    eventId: randomUUID(),
    displayTitle: title,
    exportControlled: false,
    rfqFileDTOs: [
      {
        originalFileId: part.id,
        fileId: part.id,
        amProcessId: offer.process.id,
        materialId: material.id,
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
  const body = { eventId: randomUUID(), quoteId: quote.id, poNumber: 'PO-1' };
  return buyer.call(awardBidUsingPo, { params: { orderId: order.id }, body });
}

type Event = CallInput<typeof fireOrderEvent>['body']['event'];

export const fire = (client: Client, orderId: number, event: Event): Promise<OrderDetail> =>
  client.call(fireOrderEvent, { params: { id: orderId }, body: { eventId: randomUUID(), event } });

/** An order that the provider may schedule, as the provider sees it. */
export async function awarded(buyer: Client, provider: Client, draft: Draft): Promise<OrderDetail> {
  const { id } = await place(buyer, draft);
  await award(buyer, await quoted(provider, id));
  return fire(provider, id, 'ACCEPT_AWARD');
}
