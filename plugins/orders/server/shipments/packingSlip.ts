import type { DocumentModel, DocumentWords } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { ordersIn, parties, releasedBy, type Parcel } from './paper.ts';

/** What lies in the box: to be checked against what arrives. */
export function packingSlip(parcel: Parcel, words: DocumentWords): DocumentModel {
  const { id, lines, boxes, released, createdOn } = parcel;
  return {
    type: 'packing-slip',
    at: (released?.on ?? createdOn).toISOString(),
    paper: 'A4',
    sheets: [
      {
        title: words.say(say('paperSlip')),
        number: `#${id}`,
        code: { kind: 'SHIPMENT', id },
        blocks: [
          parties(parcel, words),
          {
            kind: 'facts',
            facts: [
              ...ordersIn(parcel, words),
              { label: words.say(say('paperBoxes')), value: words.number(boxes, 0) },
              ...releasedBy(parcel, words),
            ],
          },
          {
            kind: 'table',
            columns: [
              { head: words.say(say('paperOrder')), share: 0.8 },
              { head: words.say(say('paperPart')), share: 2.4 },
              { head: words.say(say('paperMade')), share: 2 },
              { head: words.say(say('paperOrdered')), share: 0.9, number: true },
              { head: words.say(say('paperInParcel')), share: 1.2, number: true },
            ],
            rows: lines.map(({ orderId, part, made, ordered, quantity }) => ({
              cells: [`#${orderId}`, part, made, words.number(ordered, 0), words.number(quantity, 0)],
            })),
          },
          { kind: 'notes', paragraphs: [words.say(say('paperSlipNote'))] },
        ],
      },
    ],
  };
}
