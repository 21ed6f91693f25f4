import plugins from 'virtual:plugin-servers';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '@sinter/sdk/server';
import { testDatabase } from '#host/server/database/testing.ts';
import { migrationsOf } from '#host/server/migrations.ts';
import { registered } from '#host/server/contract.ts';
import { createSessions } from '#host/server/session/sessions.ts';
import { hostDb } from '#host/server/allTables.ts';
import { connectDatabase } from '#host/server/database/connect.ts';
import { enterpriseChart } from '../../plugins/scheduling/server/chart.ts';

/** Bundled by itself: what the bench needs of the product's own sources. */

/** Milliseconds for each of `count` fresh databases with the whole schema, and for one empty database by bare SQL. */
export async function freshDatabases(count: number): Promise<{ fresh: number[]; bare: number[] }> {
  const migrations = migrationsOf(plugins);
  const first = await testDatabase({ migrations }); // makes the template
  const admin = new pg.Pool({ ...first.connection, database: 'postgres', max: 1 });
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const fresh: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < count; round += 1) {
    bare.push(await timed(() => admin.query('create database bench_bare strategy file_copy')));
    await admin.query('drop database bench_bare');
    let made: typeof first | undefined;
    fresh.push(await timed(async () => await (made = await testDatabase({ migrations })).pool.query('select 1')));
    await made?.close();
  }
  await admin.end();
  await first.close();
  return { fresh, bare };
}

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
type ChartInput = Parameters<typeof enterpriseChart>[1];

/** The statements that the scheduler's search sends for each of `inputs`, asked by the owner of a session's token. */
export async function chartStatements(
  connection: pg.PoolConfig,
  token: string,
  inputs: readonly ChartInput[],
): Promise<Statement[][]> {
  const database = connectDatabase<Tables>(connection, connection, console);
  const session = await createSessions(hostDb(database.db), registered(plugins)).find(token);
  if (!session) throw new Error('The session does not hold.');
  const { principal } = session;
  const found: Statement[][] = [];
  for (const input of inputs) {
    const statements: Statement[] = [];
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: database.pool }),
      log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
    });
    // A search reads nothing else of its context.
    const context = { db, user: principal, facilityId: principal.facilityId } as Parameters<typeof enterpriseChart>[0];
    await enterpriseChart(context, input);
    found.push(statements);
  }
  await database.close();
  return found;
}
