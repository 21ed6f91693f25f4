import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { storedFiles, type JobContext } from '@sinter/sdk/server';
import { audienceOf } from '../audience.ts';
import { finalReason } from '../jobs.ts';
import type { PreparationTables } from '../tables.ts';
import type { Tools } from '../tools.ts';
import { openPreviewSource, type PreviewSource, type Target } from './previewSource.ts';

/** Adds every facet to a preview. When that fails, the light mesh remains. */
export async function runFullPreview(context: JobContext, tools: Tools, target: Target): Promise<void> {
  const { signal, log } = context;
  const light = await context.db
    .withTables<PreparationTables>()
    .selectFrom('file_preview')
    .select(['company_id', 'facility_id'])
    .where('file_id', '=', target.fileId)
    .where('units', '=', target.units)
    .where('status', '=', 'SUCCESS')
    .where('full_file_id', 'is', null)
    .executeTakeFirst();
  if (!light) return;
  let source: PreviewSource | undefined;
  try {
    source = await openPreviewSource(context, tools, target);
    const { file, store } = source;
    const { preview } = await tools.pool.run({ kind: 'fullPreview', file }, { signal });
    const full = await store(preview, '-full.preview');
    await context.write(async (unit) => {
      const added = await unit.db
        .withTables<PreparationTables>()
        .updateTable('file_preview')
        .set({ full_file_id: (await context.get(storedFiles).add(unit, full)).id })
        .where('file_id', '=', target.fileId)
        .where('units', '=', target.units)
        .where('full_file_id', 'is', null)
        .executeTakeFirst();
      if (added.numUpdatedRows !== 1n) throw new Error(`Every facet of ${target.fileId} was added by somebody else.`);
      const audience = await audienceOf(context, unit, target.fileId, light);
      await unit.emit(filePreviewChanged, { fileId: target.fileId, status: 'SUCCESS' }, audience);
    });
  } catch (error) {
    await source?.discard();
    const reason = signal.aborted ? null : finalReason(error, context.lastAttempt);
    if (!reason) throw error;
    log.warn('a preview stays light', { ...target, error: reason.message });
  }
}
