import type { StoredFiles, Work } from '@sinter/sdk/server';
import { roomTransaction } from './tables.ts';

/** Forgets a package that nobody has: its rows go, and its contents with them. */
export async function removePackage(unit: Work, storedFiles: StoredFiles, packageId: number): Promise<void> {
  const db = roomTransaction(unit.db);
  const rows = await db.deleteFrom('extension_file').where('package_id', '=', packageId).returning('file_id').execute();
  await db.deleteFrom('extension_package').where('id', '=', packageId).execute();
  await storedFiles.remove(
    unit,
    rows.map(({ file_id }) => file_id),
  );
}
