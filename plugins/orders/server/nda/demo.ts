import type { MatchStatus } from '@sinter/sdk/contract/orders/orders';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { ordersDb } from '../lifecycle.ts';

/** Before an agreement not to disclose, a facility sees no part. */
export const waitsForNda = (status: MatchStatus | null): boolean => status?.startsWith('NDA_') ?? false;

interface Asked {
  orderId: number;
  companyId: number;
  facilityId: number;
  status: MatchStatus;
}

/** What a facility of the demo signed for one order: nothing yet, something to check, or something that was rejected. */
export async function seedNda(
  unit: Work,
  world: DemoWorld,
  services: Services,
  { status, ...asked }: Asked,
  at: Date,
): Promise<void> {
  if (status === 'NDA_UPLOAD_PENDING') return;
  const inRoot = asked.facilityId === world.rootFacilityId;
  const names = [inRoot ? 'legal' : 'admin2', 'buyeradmin'];
  const [signer, checker] = names.map((name) => world.users[`${name}@demo.example`]);
  if (signer === undefined || checker === undefined) throw new Error('The demo has nobody who signs.');
  const rejected = status === 'NDA_REJECTED';
  const document = pdf(['Non-disclosure agreement', `Order ${asked.orderId}`]);
  const content = await services.files.write(once(document), { controlled: false, maxBytes: document.length });
  const file = await services.get(storedFiles).add(unit, {
    ...content,
    fileName: 'nda-signed.pdf',
    controlled: false,
    createdBy: signer,
    owner: { facilityId: asked.facilityId },
  });
  await ordersDb(unit)
    .insertInto('nda_agreement')
    .values({
      ...{ company_id: asked.companyId, facility_id: asked.facilityId, order_id: asked.orderId, file_id: file.id },
      ...{ status: rejected ? 'REJECTED' : 'PENDING', uploaded_by: signer, uploaded_at: at },
      ...(rejected && { decided_by: checker, decided_at: at, reason: 'The second page is missing.' }),
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
