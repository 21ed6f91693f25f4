import { sql } from 'kysely';
import type { NewFile } from '@sinter/sdk/server';
import type { RoomTransaction } from './tables.ts';
import { marksLock } from './placement.ts';

interface Origin {
  root_file_id: number | null;
  made_from_file_id: number | null;
  owner_company_id: number | null;
  owner_facility_id: number | null;
  created_by: number | null;
  /** Uploads whose mark a file with an owner of its own follows. */
  sources: number[];
}

type New = Pick<NewFile, 'controlled' | 'createdBy' | 'owner'>;
type Made = Pick<NewFile, 'madeFromFileId' | 'sourceFileIds'>;

/** Whose a new file is, by what it was made from. Throws when that is no longer marked as the file is. */
export async function originOf(
  db: RoomTransaction,
  { controlled, createdBy, owner }: New,
  { madeFromFileId, sourceFileIds = [] }: Made,
): Promise<Origin> {
  const owners = { owner_company_id: owner.companyId ?? null, owner_facility_id: owner.facilityId ?? null };
  const own: Origin = {
    root_file_id: null,
    made_from_file_id: null,
    ...owners,
    created_by: createdBy,
    sources: [],
  };
  const madeOf = new Set(madeFromFileId === undefined ? sourceFileIds : [madeFromFileId]);
  if (madeOf.size === 0) return own;

  await sql`select pg_advisory_xact_lock_shared(${marksLock})`.execute(db);
  const roots = await rootsOf(db, [...madeOf]);
  if (controlled !== roots.some((root) => root.controlled)) {
    throw new Error(`The export-control mark of file ${roots.map(({ id }) => id).join(', ')} was changed meanwhile.`);
  }
  const [root, ...others] = roots;
  if (!root) throw new Error(`File ${[...madeOf].join(', ')} is gone.`);
  const isOwners = roots.every(
    (one) => one.owner_company_id === owners.owner_company_id && one.owner_facility_id === owners.owner_facility_id,
  );
  if (madeFromFileId !== undefined || (others.length === 0 && isOwners)) {
    return {
      root_file_id: root.id,
      // A file made of several is not open to somebody who may see only one of them.
      made_from_file_id: madeOf.size === 1 ? ([...madeOf][0] ?? null) : null,
      owner_company_id: root.owner_company_id,
      owner_facility_id: root.owner_facility_id,
      created_by: createdBy,
      sources: [],
    };
  }
  // Somebody who uploaded every source may read the result too.
  const senders = new Set(roots.map((one) => one.created_by));
  const [sender = null] = isOwners && senders.size === 1 ? senders : [];
  return { ...own, created_by: sender, sources: roots.map(({ id }) => id) };
}

const rootsOf = (db: RoomTransaction, fileIds: readonly number[]) =>
  db
    .selectFrom('stored_file as root')
    .select(['root.id', 'root.controlled', 'root.owner_company_id', 'root.owner_facility_id', 'root.created_by'])
    .where('root.id', 'in', (made) =>
      made
        .selectFrom('stored_file as made')
        .select(sql<number>`coalesce(made.root_file_id, made.id)`.as('id'))
        .where('made.id', '=', sql<number>`any(${[...fileIds]}::bigint[])`),
    )
    .orderBy('root.id')
    .execute();
