import type { MatchStatus } from '@sinter/sdk/contract/orders/orders';
import { storedFiles, type Services, type Work } from '@sinter/sdk/server';
import { ordersDb } from '../lifecycle.ts';

/** Before an agreement not to disclose, a facility sees no part. */
export const waitsForNda = (status: MatchStatus | null): boolean => status?.startsWith('NDA_') ?? false;

export const ndaReason = 'The second page is missing.';
/** Milliseconds until a facility signs, and as long again until its signature is checked. */
export const ndaAfter = 43_200_000;

interface Given {
  orderId: number;
  companyId: number;
  facilityId: number;
  status: 'PENDING' | 'APPROVED' | 'REJECTED';
  signedBy: number;
  checkedBy: number;
}

/** What a facility of the demo signed for one order: something to check, or something that was checked. */
export async function seedNda(unit: Work, services: Services, given: Given, at: Date): Promise<void> {
  const { status, signedBy } = given;
  const document = pdf(['Non-disclosure agreement', `Order ${given.orderId}`]);
  const content = await services.files.write(once(document), { controlled: false, maxBytes: document.length });
  const file = await services.get(storedFiles).add(unit, {
    ...content,
    fileName: 'nda-signed.pdf',
    controlled: false,
    createdBy: signedBy,
    owner: { facilityId: given.facilityId },
  });
  await ordersDb(unit)
    .insertInto('nda_agreement')
    .values({
      ...{ company_id: given.companyId, facility_id: given.facilityId, order_id: given.orderId, file_id: file.id },
      ...{ status, uploaded_by: signedBy, uploaded_at: at },
      ...(status !== 'PENDING' && { decided_by: given.checkedBy, decided_at: new Date(at.getTime() + ndaAfter) }),
      ...(status === 'REJECTED' && { reason: ndaReason }),
      ...(status === 'APPROVED' && { valid_until: new Date(at.getTime() + 365 * 2 * ndaAfter) }),
    })
    .execute();
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A page with a few lines of text. */
function pdf(lines: readonly string[]): Uint8Array {
  const text = `BT /F1 16 Tf 72 760 Td 24 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(body);
}
