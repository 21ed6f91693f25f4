import { orderFiles } from '@sinter/sdk/contract/orders/orderFiles';
import type { Services, Tables } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';

/** Hashes of the pictures of ordered parts, by order file. */
export type Pictures = ReadonlyMap<number, string>;
export const noPictures: Pictures = new Map();

/** What is export controlled has none on paper. */
export async function picturesOf(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  lots: readonly { orderFileId: number }[],
): Promise<Pictures> {
  const files = await services.get(orderFiles).read(db, [...new Set(lots.map(({ orderFileId }) => orderFileId))]);
  const ids = new Map([...files].flatMap(([id, { pngFileDTO }]) => (pngFileDTO ? [[id, pngFileDTO.id] as const] : [])));
  if (ids.size === 0) return noPictures;
  const { rows } = await sql<{ id: number; sha256: string }>`
    select id, sha256 from stored_file where id = any(${[...ids.values()]}::bigint[]) and not controlled
  `.execute(db);
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  return new Map(
    [...ids].flatMap(([orderFileId, fileId]) => {
      const hash = hashes.get(fileId);
      return hash === undefined ? [] : [[orderFileId, hash] as const];
    }),
  );
}
