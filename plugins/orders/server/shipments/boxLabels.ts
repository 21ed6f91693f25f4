import type { DocumentModel, DocumentWords } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { ordersIn, parties, type Parcel } from './paper.ts';

/** What printers of parcel labels take, in millimetres. */
const paper = { width: 100, height: 100 };

/** A label for each box: where it goes, and the code of the shipment. */
export function boxLabels(parcel: Parcel, words: DocumentWords): DocumentModel {
  const { id, consignee, boxes, createdOn } = parcel;
  return {
    type: 'shipment-label',
    at: createdOn.toISOString(),
    paper,
    sheets: Array.from({ length: Math.max(1, boxes) }, (_, index) => ({
      title: consignee,
      number: words.say(say('paperBox', { number: index + 1, all: Math.max(1, boxes) })),
      code: { kind: 'SHIPMENT' as const, id },
      blocks: [parties(parcel, words), { kind: 'facts' as const, facts: ordersIn(parcel, words) }],
    })),
  };
}
