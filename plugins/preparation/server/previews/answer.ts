import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { operationStatusSchema, pictureViewSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import { meshReportSchema } from '@sinter/sdk/contract/preparation/mesh';
import type { filePreview } from '@sinter/sdk/contract/preparation/fileOperations';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { told } from '../failure.ts';
import type { PreparationTables } from '../tables.ts';
import { requestPreview, retryAfterMs } from './request.ts';

/** What can be shown of a file. The first request starts the making. */
export async function answerPreview(
  context: CallContext,
  { params: { fileId }, query: { units = 'MM' } }: CallArguments<typeof filePreview>,
): Promise<CallResult<typeof filePreview>> {
  const files = context.get(storedFiles);
  await files.require(context.user, fileId);
  const db = context.db.withTables<PreparationTables>();
  const preview = await db
    .selectFrom('file_preview')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('units', '=', units)
    .executeTakeFirst();
  const again = preview?.status === 'FAILED' && Date.now() - (preview.ended_at?.getTime() ?? 0) > retryAfterMs;
  if (!preview || again) {
    const { companyId, facilityId } = context.user;
    await context.write((unit) =>
      requestPreview(unit, { fileId, units, company_id: companyId, facility_id: facilityId }),
    );
    return { status: 'PENDING', report: null, previewFileDTO: null, fullFileDTO: null, pictures: [] };
  }

  // These files show the file itself, so everyone who may see the file may see them.
  const pictures = await db
    .selectFrom('file_preview_picture')
    .select(['view', 'picture_file_id as id'])
    .where('file_id', '=', fileId)
    .where('units', '=', units)
    .execute();
  const ids = [preview.preview_file_id, preview.full_file_id, ...pictures.map(({ id }) => id)].filter(
    (id) => id !== null,
  );
  const rows =
    ids.length === 0
      ? []
      : await context.db
          .selectFrom('stored_file')
          .select(['id', 'file_name as fileName', 'size', 'controlled'])
          .where('id', 'in', ids)
          .execute();
  const byId = new Map(rows.map((row) => [row.id, files.dto(row)]));
  return {
    status: operationStatusSchema.parse(preview.status),
    ...told(preview),
    report: preview.report === null ? null : meshReportSchema.parse(preview.report),
    previewFileDTO: byId.get(preview.preview_file_id ?? 0) ?? null,
    fullFileDTO: byId.get(preview.full_file_id ?? 0) ?? null,
    pictures: pictureViewSchema.options.flatMap((view) => {
      const fileDTO = byId.get(pictures.find((picture) => picture.view === view)?.id ?? 0);
      return fileDTO ? [{ view, fileDTO }] : [];
    }),
  };
}
