import { CallError, type Principal } from '@sinter/sdk/contract';
import { releaseFile } from '@sinter/sdk/contract/host/exportControl';
import type { FileRecord } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { Parts } from './parts.ts';
import { ControlledFileRefused } from '../http/refused.ts';
import { mayReadControlled } from '../media/storedFiles.ts';
import { copyFamilies, moveFamilies } from '../media/placement.ts';
import { tellMarked } from '../media/relations.ts';
import { type RoomDb, roomTransaction, type RoomTransaction } from './tables.ts';
import { enterpriseOf } from '../clearance/policy.ts';
import { say } from '../say.ts';

export function handleRelease({ handle, db, storedFiles, relations, files: store }: Parts): void {
  handle(releaseFile, async (context, { params: { fileId }, body: { reason } }) => {
    const file = await storedFiles.byId(fileId);
    if (!file) throw new CallError('NOT_FOUND');
    const { createdBy } = await requireOwn(db, context.user, file);
    if (!file.controlled) return { released: 0 };
    if (!mayReadControlled(context.user, createdBy)) throw new ControlledFileRefused(fileId);
    await requireReleasedSources(db, file);
    await copyFamilies(db, store, [fileId], false);
    const released = await context.write(async (unit) => {
      const files = await moveFamilies(unit, store, [fileId], false);
      // Checked again under the lock: a source may have been marked meanwhile.
      await requireReleasedSources(roomTransaction(unit.db), file);
      await tellMarked(unit, relations(), files);
      await unit.audit({
        action: 'export_control.released',
        objectKind: 'FILE',
        objectId: String(file.rootFileId),
        before: { controlled: true },
        after: { controlled: false, reason, files },
      });
      return files.length;
    });
    return { released };
  });
}

/** Only the side that owns a file decides about its mark; the others may only read it. */
async function requireOwn(db: RoomDb, user: Principal, { rootFileId }: FileRecord) {
  const { facilityId, companyId } = await enterpriseOf(db, user);
  const own = await db
    .selectFrom('stored_file as root')
    .leftJoin('facility as f', 'f.id', 'root.owner_facility_id')
    .select('root.created_by as createdBy')
    .where('root.id', '=', rootFileId)
    .where(
      companyId === null
        ? sql<boolean>`coalesce(f.root_facility_id, f.id) = ${facilityId}`
        : sql<boolean>`root.owner_company_id = ${companyId}`,
    )
    .executeTakeFirst();
  if (!own) throw new CallError('NOT_FOUND');
  return own;
}

async function requireReleasedSources(db: RoomDb | RoomTransaction, { rootFileId }: FileRecord): Promise<void> {
  const controlled = await db
    .selectFrom('file_source')
    .innerJoin('stored_file as source', 'source.id', 'file_source.root_id')
    .select('source.id')
    .where('file_source.file_id', '=', rootFileId)
    .where('source.controlled', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (controlled) {
    throw new CallError('CONFLICT', say('madeOfControlled'));
  }
}
