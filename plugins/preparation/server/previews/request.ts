import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { Work } from '@sinter/sdk/server';
import { accountOf } from '../audience.ts';
import { makePreview } from '../jobs.ts';
import type { PreparationTables } from '../tables.ts';

export interface PreviewRequest {
  fileId: number;
  units: LengthUnit;
  company_id: number | null;
  facility_id: number | null;
}

/** A request after this time tries a failed preview again: a converter may have been added. */
export const retryAfterMs = 15 * 60_000;

/** Starts making a preview, unless it exists or is being made. */
export async function requestPreview(
  unit: Work,
  { fileId, units, company_id, facility_id }: PreviewRequest,
): Promise<void> {
  const db = unit.db.withTables<PreparationTables>();
  const asked = await db
    .insertInto('file_preview')
    .values({ file_id: fileId, units, company_id, facility_id })
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'units'])
        .doUpdateSet({ status: 'PENDING', message: null, said: null, ended_at: null, company_id, facility_id })
        .where('file_preview.status', '=', 'FAILED')
        .where('file_preview.ended_at', '<', new Date(Date.now() - retryAfterMs)),
    )
    .executeTakeFirst();
  if (asked.numInsertedOrUpdatedRows !== 1n) return;
  const account = accountOf({ company_id, facility_id });
  await unit.enqueue(makePreview, { fileId, units }, { key: `preview ${fileId} ${units}`, account });
}
