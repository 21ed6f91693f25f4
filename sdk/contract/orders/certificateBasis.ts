import type { Principal } from '../guard.ts';
import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';
import type { DocumentBlock, DocumentModel, DocumentWords } from '../../server/documents.ts';

/** What somebody adds to a certificate of conformity, in the words of its language. */
export interface CertificatePart {
  blocks: DocumentBlock[];
  /** In the place of the sentence that certifies; `null`: the product's own. */
  statement: string | null;
}

/** What a certificate of conformity rests on besides who released the shipment; contributed by those who inspect. Asks for no rights. */
export interface CertificateBasis {
  /** Of these ordered parts, in the transaction that issues the certificate. It says nothing that the customer may not read. */
  of(
    services: Pick<Services, 'get'>,
    unit: Pick<Work, 'db'>,
    facilityId: number,
    orderFileIds: readonly number[],
  ): Promise<(words: DocumentWords) => CertificatePart>;
}
export const certificateBasis = createToken<CertificateBasis>('orders/CertificateBasis@1');

/** A certificate as settings that are not published yet would make it. Nothing of it is kept. */
export interface CertificateSample {
  /** Of this shipment, or of the newest one of the facility; `null`: there is none that the caller sees. */
  of(
    caller: Pick<Services, 'db'> & { user: Principal },
    shipmentId: number | null,
    basis: (facilityId: number, orderFileIds: readonly number[]) => ReturnType<CertificateBasis['of']>,
  ): Promise<((words: DocumentWords) => DocumentModel) | null>;
}
export const certificateSample = createToken<CertificateSample>('orders/CertificateSample@1');
