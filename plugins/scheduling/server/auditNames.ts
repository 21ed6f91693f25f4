import type { AuditNames } from '@sinter/sdk/server';
import { sql } from 'kysely';
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
  async find(db, { number, text }) {
    const { rows } = await sql<{ id: number }>`
      select j.id from job j where j.id = ${number} or (j.job_name ilike ${text} and not ${jobIsControlled})
      order by j.id desc limit 500
    `.execute(db);
    return rows.map(({ id }) => ({ kind: 'JOB', id }));
  },
};
