import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { storedFiles, type JobContext, type NewFile, type Services } from '@sinter/sdk/server';
import { accountOf, audienceOf } from '../audience.ts';
import { stored, type Failure } from '../failure.ts';
import { finalReason, makeFullPreview, stopped } from '../jobs.ts';
import { mostFacetsShown, previewFacets } from '../limits.ts';
import type { PreparationTables } from '../tables.ts';
import type { Tools } from '../tools.ts';
import { openPreviewSource, type PreviewSource, type Target } from './previewSource.ts';

export async function runPreview(context: JobContext, tools: Tools, target: Target): Promise<void> {
  const pending = await pendingPreview(context, target);
  if (!pending) return;
  const { signal } = context;
  let source: PreviewSource | undefined;
  try {
    source = await openPreviewSource(context, tools, target);
    const { file, store, explainFailure } = source;
    const made = await tools.pool.run({ kind: 'preview', file }, { signal }).catch((error: unknown) => {
      throw explainFailure(error);
    });
    const pictures: { view: (typeof made.pictures)[number]['view']; file: NewFile }[] = [];
    for (const { view, png } of made.pictures) {
      pictures.push({ view, file: await store(png, `-${view.toLowerCase()}.png`) });
    }
    const light = await store(made.preview, '.preview');

    await context.write(async (unit) => {
      const files = context.get(storedFiles);
      const db = unit.db.withTables<PreparationTables>();
      const ended = await db
        .updateTable('file_preview')
        .set({
          status: 'SUCCESS',
          report: JSON.stringify(made.report),
          preview_file_id: (await files.add(unit, light)).id,
          ended_at: new Date(),
        })
        .where('file_id', '=', target.fileId)
        .where('units', '=', target.units)
        .where('status', '=', 'PENDING')
        .executeTakeFirst();
      if (ended.numUpdatedRows !== 1n) throw new Error(`The preview of ${target.fileId} was made by somebody else.`);
      const rows = [];
      for (const { view, file: picture } of pictures) {
        const { id } = await files.add(unit, picture);
        rows.push({ file_id: target.fileId, units: target.units, view, picture_file_id: id });
      }
      await db.insertInto('file_preview_picture').values(rows).execute();
      const { facets } = made.report;
      if (facets > previewFacets && facets <= mostFacetsShown) {
        await unit.enqueue(makeFullPreview, target, {
          key: `full preview ${target.fileId} ${target.units}`,
          account: accountOf(pending),
        });
      }
      const change = { fileId: target.fileId, status: 'SUCCESS' };
      await unit.emit(filePreviewChanged, change, await audienceOf(context, unit, target.fileId, pending));
    });
  } catch (error) {
    await source?.discard();
    if (signal.aborted) throw error;
    const reason = finalReason(error, context.lastAttempt);
    if (reason) return fail(context, target, { message: reason.message, said: reason.details.said });
    if (!context.lastAttempt) throw error;
    context.log.error('a preview gave up', { ...target, error: String(error) });
    await fail(context, target, stopped);
  }
}

export const giveUpPreview = (services: Services, target: Target): Promise<void> => fail(services, target, stopped);

function pendingPreview({ db }: Services, { fileId, units }: Target) {
  return db
    .withTables<PreparationTables>()
    .selectFrom('file_preview')
    .select(['company_id', 'facility_id'])
    .where('file_id', '=', fileId)
    .where('units', '=', units)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

async function fail(services: Services, { fileId, units }: Target, failure: Failure): Promise<void> {
  await services.write(async (unit) => {
    const failed = await unit.db
      .withTables<PreparationTables>()
      .updateTable('file_preview')
      .set({ status: 'FAILED', ...stored(failure), ended_at: new Date() })
      .where('file_id', '=', fileId)
      .where('units', '=', units)
      .where('status', '=', 'PENDING')
      .returning(['company_id', 'facility_id'])
      .executeTakeFirst();
    if (!failed) return;
    await unit.emit(filePreviewChanged, { fileId, status: 'FAILED' }, await audienceOf(services, unit, fileId, failed));
  });
}
