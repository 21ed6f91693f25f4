import type { AuditNames } from '@sinter/sdk/server';
import { sql, type SqlBool } from 'kysely';
import { jobIsControlled } from './controlled.ts';

export const jobsByName: AuditNames = {
  kinds: ['JOB'],
  async names(db, _kind, ids) {
    const { rows } = await sql<{ id: number; name: string }>`
      select j.id, '#' || j.id || case when ${jobIsControlled} then '' else ' ' || j.job_name end as name
      from job j where j.id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  called: (_kind, id, { number, pattern }) =>
    sql<SqlBool>`exists (
      select from job j where j.id = ${id}
        and (j.id = ${number} or (j.job_name ilike ${pattern} and not ${jobIsControlled})))`,
};
