import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { usage } from '../caller.ts';

/** Ticks of the kernel in a second, on every Linux there is. */
const ticks = 100;

/** Seconds of the processor that the server and the connections of its database have used; on Linux. */
export async function cpuSeconds(url: string, pool: pg.Pool): Promise<number> {
  const { cpuSeconds: server } = await usage(url);
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'sinter' and pid <> pg_backend_pid()`,
  );
  return rows.reduce((sum, { pid }) => sum + secondsOf(pid), server);
}

/** Of one process. */
export function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in brackets may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
