import type { AuditNames } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';

/** Entries about connectors and the machines behind them. */
export const connectorsByName: AuditNames = {
  kinds: ['MACHINE_CONNECTOR', 'MACHINE_CONNECTION'],
  async names(db, kind, ids) {
    const named =
      kind === 'MACHINE_CONNECTOR'
        ? sql`select id, name from mc_connector`
        : sql`select id, machine as name from mc_machine`;
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from (${named}) as n where id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  called: (kind, id, { number, pattern }) =>
    kind === 'MACHINE_CONNECTOR'
      ? sql<SqlBool>`exists (select from mc_connector n where n.id = ${id} and (n.id = ${number} or n.name ilike ${pattern}))`
      : sql<SqlBool>`exists (select from mc_machine n where n.id = ${id} and (n.id = ${number} or n.machine ilike ${pattern}))`,
};
