import type { AuditNames } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';

/** Entries about a webhook. */
export const webhooksByName: AuditNames = {
  kinds: ['WEBHOOK'],
  async names(db, _, ids) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from webhook where id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  called: (_, id, { number, pattern }) =>
    sql<SqlBool>`exists (select from webhook w where w.id = ${id} and (w.id = ${number} or w.name ilike ${pattern}))`,
};
