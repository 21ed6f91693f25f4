import type { NdaStatus } from '@sinter/sdk/contract/orders/nda';
import type { Work } from '@sinter/sdk/server';
import { ordersDb } from '../lifecycle.ts';
import type { OrderTables } from '../tables.ts';

/** What the facility gave the company last. One that was revoked counts as none. */
export async function latestNda(
  unit: Work,
  companyId: number,
  facilityId: number,
): Promise<{ id: number; status: NdaStatus; decidedBy: number | null; reason: string } | null> {
  const row = await ordersDb(unit)
    .selectFrom('nda_agreement')
    .select(['id', 'status', 'valid_until', 'decided_by', 'reason'])
    .where('company_id', '=', companyId)
    .where('facility_id', '=', facilityId)
    .where('status', '<>', 'REVOKED')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const expired = row.status === 'APPROVED' && row.valid_until !== null && row.valid_until < new Date();
  return { id: row.id, status: expired ? 'EXPIRED' : row.status, decidedBy: row.decided_by, reason: row.reason };
}

export const templateOf = async (unit: Work, companyId: number): Promise<number | null> =>
  (
    await ordersDb(unit)
      .selectFrom('nda_template')
      .select('file_id')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.file_id ?? null;

/** The files of each part: what was uploaded, what was prepared from it, and a picture that the buyer gave it. */
export async function partFiles({ db }: { db: Work['db'] }, orderId: number): Promise<number[]> {
  const parts = await db
    .selectFrom('rfq_order_file')
    .select(['original_file_id', 'file_id', 'png_file_id'])
    .where('order_id', '=', orderId)
    .execute();
  const answers = await db
    .withTables<OrderTables>()
    .selectFrom('order_answer_file')
    .select('file_id')
    .where('order_id', '=', orderId)
    .execute();
  const ofParts = parts.flatMap((part) => [part.original_file_id, part.file_id, part.png_file_id ?? part.file_id]);
  return [...new Set([...ofParts, ...answers.map(({ file_id }) => file_id)])];
}
