import type { CertificatePart } from '@sinter/sdk/contract/orders/certificateBasis';
import type { DocumentModel, DocumentWords } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { ordersIn, parties, releasedBy, type Parcel } from './paper.ts';

/** The facility's word that the parts are what was ordered: from which file, of what, how many, what that rests on, and who has released them. */
export function certificate(parcel: Parcel, basis: CertificatePart, words: DocumentWords): DocumentModel {
  const { id, facility, lines, released, createdOn } = parcel;
  return {
    type: 'certificate',
    at: (released?.on ?? createdOn).toISOString(),
    paper: 'A4',
    sheets: [
      {
        title: words.say(say('paperCertificate')),
        number: `#${id}`,
        code: { kind: 'SHIPMENT', id },
        blocks: [
          parties(parcel, words),
          { kind: 'facts', facts: ordersIn(parcel, words) },
          {
            kind: 'table',
            columns: [
              { head: words.say(say('paperOrder')), share: 0.8 },
              { head: words.say(say('paperPart')), share: 2.4 },
              { head: words.say(say('paperMade')), share: 2.4 },
              { head: words.say(say('paperQuantity')), share: 0.9, number: true },
            ],
            rows: lines.map(({ orderId, part, made, quantity, file }) => ({
              cells: [`#${orderId}`, part, made, words.number(quantity, 0)],
              more: words.say(
                say('paperFile', {
                  date: words.date(file.uploadedOn, facility.timeZone),
                  hash: `SHA-256 ${file.sha256.slice(0, 16)}`,
                }),
              ),
            })),
          },
          ...basis.blocks,
          { kind: 'notes', paragraphs: [basis.statement ?? words.say(say('paperConformity'))] },
          { kind: 'facts', facts: releasedBy(parcel, words) },
          { kind: 'signatures', lines: [words.say(say('paperSignature'))] },
        ],
      },
    ],
  };
}
