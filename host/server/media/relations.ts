import { sql, type QueryExecutorProvider } from 'kysely';
import type { FileRelations, Work } from '@sinter/sdk/server';

interface Holders {
  fileId: number;
  facilityIds: ReadonlySet<number>;
  companyIds: ReadonlySet<number>;
  creatorIds: ReadonlySet<number>;
}

/** For each of these files, who has it by anything that a server half holds. */
export async function holdersOf(
  db: QueryExecutorProvider,
  relations: readonly FileRelations[],
  fileIds: readonly number[],
): Promise<Holders[]> {
  const found = (await Promise.all(relations.map((each) => each.holders(db, fileIds)))).flat();
  return [...new Set(fileIds)].map((fileId) => {
    const own = found.filter((one) => one.fileId === fileId);
    return {
      fileId,
      facilityIds: new Set(own.flatMap(({ facilityIds = [] }) => facilityIds)),
      companyIds: new Set(own.flatMap(({ companyIds = [] }) => companyIds)),
      creatorIds: new Set(own.flatMap(({ creatorIds = [] }) => creatorIds)),
    };
  });
}

/** What hangs on something made of these files and is not marked as export controlled. */
export async function attachedTo(
  db: QueryExecutorProvider,
  relations: readonly FileRelations[],
  fileIds: readonly number[],
): Promise<number[]> {
  if (fileIds.length === 0) return [];
  const attached = (await Promise.all(relations.map((each) => each.attached(db, fileIds)))).flat();
  if (attached.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from stored_file where id = any(${attached}::bigint[]) and not controlled order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Lets the server halves follow marks that this transaction has changed. */
export async function tellMarked(
  unit: Pick<Work, 'db'>,
  relations: readonly FileRelations[],
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  for (const each of relations) await each.marked?.(unit, fileIds);
}
