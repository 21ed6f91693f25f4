import type { FileRecord, Work } from '@sinter/sdk/server';

/**
 * Writes down that a file came in. A controlled file is named by its id only: a reader of the audit need not be cleared.
 */
export const auditUploaded = (unit: Work, { id, fileName, size, controlled }: FileRecord): Promise<void> =>
  unit.audit({
    action: 'file.uploaded',
    objectKind: 'FILE',
    objectId: String(id),
    after: { ...(controlled ? {} : { fileName }), size, controlled },
  });
