import type { AuditNames } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';
import { ncrIsControlled } from './ncr/lines.ts';

/** Entries about a non-conformance. */
export const ncrsByName: AuditNames = {
  kinds: ['QMS_NCR'],
  async names(db, _, ids) {
    const { rows } = await sql<{ id: number; name: string }>`
      select n.id, n.number || case when ${ncrIsControlled} then '' else ' ' || n.title end as name
      from ncr n where n.id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  called: (_, id, { number, pattern }) =>
    sql<SqlBool>`exists (select from ncr n where n.id = ${id}
      and (n.id = ${number} or n.number ilike ${pattern} or (n.title ilike ${pattern} and not ${ncrIsControlled})))`,
};
