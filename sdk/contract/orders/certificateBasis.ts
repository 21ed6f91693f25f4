import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';
import type { DocumentBlock, DocumentWords } from '../../server/documents.ts';

/** What a certificate of conformity rests on besides who released the shipment; contributed by those who inspect. Asks for no rights. */
export interface CertificateBasis {
  /** Of these ordered parts, in the transaction that issues the certificate. It says nothing that the customer may not read. */
  of(
    services: Pick<Services, 'get'>,
    unit: Pick<Work, 'db'>,
    facilityId: number,
    orderFileIds: readonly number[],
  ): Promise<(words: DocumentWords) => DocumentBlock[]>;
}
export const certificateBasis = createToken<CertificateBasis>('orders/CertificateBasis@1');
