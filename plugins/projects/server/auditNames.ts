import type { AuditNames } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';

/** By number alone: who reads the audit need not be a member. */
export const projectsByName: AuditNames = {
  kinds: ['PROJECT'],
  names: (_db, _kind, ids) => Promise.resolve(new Map(ids.map((id) => [id, `#${id}`]))),
  called: (_kind, id, { number }) => sql<SqlBool>`${id} = ${number}`,
};
