import type { Pool } from 'pg';
import { keepLock } from '../files/keepLock.ts';

/** Nobody removes a content until the answered function is called. */
export async function keepContents(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(`select pg_advisory_lock(${keepLock})`);
  return async () => client.release(true);
}
