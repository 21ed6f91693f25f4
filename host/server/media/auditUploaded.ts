import type { FileRecord, Work } from '@sinter/sdk/server';

/** Writes down that a file came in. Whoever reads the audit is not cleared: a controlled file goes by its id only. */
export const auditUploaded = (unit: Work, { id, fileName, size, controlled }: FileRecord): Promise<void> =>
  unit.audit({
    action: 'file.uploaded',
    objectKind: 'FILE',
    objectId: String(id),
    after: { ...(controlled ? {} : { fileName }), size, controlled },
  });
