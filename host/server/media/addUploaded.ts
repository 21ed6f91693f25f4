import type { Principal } from '@sinter/sdk/contract';
import type { FileRecord, StoredFiles, Work } from '@sinter/sdk/server';
import { auditUploaded } from './auditUploaded.ts';

/** A file that somebody has sent whole, which belongs to their company or facility. */
export async function addUploaded(
  unit: Work,
  storedFiles: StoredFiles,
  { userId, companyId, facilityId }: Principal,
  file: Pick<FileRecord, 'sha256' | 'size' | 'fileName' | 'controlled'>,
): Promise<FileRecord> {
  const owner = { companyId: companyId ?? undefined, facilityId: facilityId ?? undefined };
  const added = await storedFiles.add(unit, { ...file, owner, createdBy: userId });
  await auditUploaded(unit, added);
  return added;
}
