import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** Longer than a year, so that a month can be held against the same one of the year before. */
const days = 400;
/** Of each machine for one time. */
const most = 1000;

const before = sql`now() - make_interval(days => ${days})`;

/** Removes what machines did long ago: spans but for the one that lasts into what is kept, alarms that are over, prints of no job. */
export async function forgetOld({ db }: Pick<Work, 'db'>): Promise<void> {
  await sql`delete from mc_span where id in (
    select old.id from mc_machine m cross join lateral (
      select s.id from mc_span s where s.machine_id = m.id and s.from_at < ${before}
      order by s.from_at desc, s.id desc offset 1 limit ${most}) old)`.execute(db);
  await sql`delete from mc_alarm where id in (
    select old.id from mc_machine m cross join lateral (
      select a.id from mc_alarm a where a.machine_id = m.id and a.raised_at < ${before} and a.cleared_at is not null
        and a.id is distinct from m.alarm_id limit ${most}) old)`.execute(db);
  await sql`delete from mc_print where id in (
    select old.id from mc_machine m cross join lateral (
      select p.id from mc_print p where p.machine_id = m.id and p.started_at < ${before} and p.ended_at is not null
        and p.job_id is null and p.id is distinct from m.print_id limit ${most}) old)`.execute(db);
}
