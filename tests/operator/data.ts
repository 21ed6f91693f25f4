import { existsSync } from 'node:fs';
import pg, { type PoolConfig } from 'pg';
import * as z from 'zod';

const lines = z.array(z.object({ line: z.string() }));

const tables = `select format('%I.%I', schemaname, tablename) as line from pg_tables
  where schemaname in ('public', 'graphile_worker') order by 1`;
const others = [
  `select concat_ws(' ', schemaname, sequencename, last_value) as line from pg_sequences order by 1`,
  `select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid), convalidated) as line from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  `select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) as line from pg_trigger where not tgisinternal order by 1`,
  `select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
];

/** Number and digest of the rows of every table, and what rules them: the same for the same data, wherever they are. */
export async function digest(connection: PoolConfig): Promise<string[]> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const ask = async (text: string) => lines.parse((await client.query(text)).rows).map(({ line }) => line);
    const digests: string[] = [];
    for (const name of await ask(tables)) {
      const rows = `select md5(t::text) as row from ${name} t`;
      digests.push(
        ...(await ask(`select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as line
          from (${rows}) r`)),
      );
    }
    for (const text of others) digests.push(...(await ask(text)));
    return digests;
  } finally {
    await client.end();
  }
}

/** The major version of another PostgreSQL of this machine. */
export const otherMajor = [15, 16, 17].find((major) => existsSync(`/usr/lib/postgresql/${major}/bin/postgres`));
