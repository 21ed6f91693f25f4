import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { emptyDatabase } from '../database/empty.ts';
import { migrate, type MigrationSet } from '../database/migrate.ts';
import { inOneTransaction } from '../database/oneTransaction.ts';
import type { FileStore } from '../files/store.ts';
import { OperatorError } from '../operatorError.ts';
import { columnsOf, nameOf, readTables, setSequence, settings, type TableFacts } from './catalog.ts';
import { copyIn } from './copy.ts';
import { damaged } from './sealed.ts';
import { type Head, readEntries } from './entries.ts';

export type Installation = Extract<Head, { kind: 'installation' }>;

export interface Checked {
  installation: Installation;
  tables: number;
  rows: number;
  files: number;
}

/** Reads the whole file and changes nothing. Throws an OperatorError for one that is not whole. */
export async function checkBackup(file: string, key: string | undefined): Promise<Checked> {
  let installation: Installation | undefined;
  const checked = { tables: 0, rows: 0, files: 0 };
  let sequences = false;
  for await (const { head, data, tail } of readEntries(file, key)) {
    for await (const _chunk of data);
    const { rows, sha256 } = tail();
    if (head.kind === 'installation') installation = head;
    if (head.kind === 'file') {
      if (head.sha256 !== sha256) throw damaged();
      checked.files += 1;
    }
    if (head.kind === 'table') {
      checked.tables += 1;
      checked.rows += rows;
    }
    sequences ||= head.kind === 'sequences';
  }
  if (!installation || !sequences) throw damaged();
  return { installation, ...checked };
}

export interface Target {
  pool: Pool;
  store: FileStore;
  sets: MigrationSet[];
  /** Throws where the rows of the target must stay. */
  mayReplace(tx: Kysely<unknown>): Promise<void>;
}

/** Files first, which harm nobody; then all rows in one transaction, so that a failure leaves what was there. */
export async function restoreBackup(target: Target, file: string, key: string | undefined): Promise<void> {
  const { pool, store } = target;
  await inOneTransaction<unknown, void>(pool, async (tx, client) => {
    await client.query(settings);
    await target.mayReplace(tx);
    let added: TableFacts[] = [];
    let put: (() => Promise<void>) | undefined;
    for await (const { head, data, tail } of readEntries(file, key)) {
      if (head.kind === 'installation') {
        await makeTables(tx, target.sets, head.migrations);
      } else if (head.kind === 'file') {
        const { sha256 } = await store.write(data, { controlled: head.controlled, maxBytes: Infinity });
        if (sha256 !== head.sha256) throw damaged();
      } else if (head.kind === 'table') {
        put ??= await openTables(client);
        if (!(await isThere(client, head))) {
          for (const statement of head.make) await client.query(statement);
          added = [...added, head];
        }
        const into = `${nameOf(client, head)} (${columnsOf(client, head)})`;
        const rows = head.columns.length === 0 ? 0 : await copyIn(client, `copy ${into} from stdin`, data);
        if (rows !== tail().rows) throw damaged();
      } else {
        for (const position of head.values) await setSequence(client, position);
      }
    }
    await put?.();
    for (const { refer } of added) for (const statement of refer) await client.query(statement);
    await client.query('analyze');
  });
}

async function makeTables(tx: Kysely<unknown>, sets: readonly MigrationSet[], done: readonly string[]): Promise<void> {
  const owners = new Set(sets.map(({ owner }) => owner));
  const known = new Set(
    sets.flatMap(({ owner, migrations }) => Object.keys(migrations).map((name) => `${owner}/${name}`)),
  );
  const newer = done.filter((name) => !known.has(name) && owners.has(name.slice(0, name.lastIndexOf('/'))));
  if (newer.length > 0) {
    throw new OperatorError(`The backup is newer than this program: it has ${newer.join(', ')}. Nothing was changed.`);
  }
  await emptyDatabase(tx);
  const had = new Set(done);
  await migrate(
    tx,
    sets.map(({ owner, migrations }) => ({
      owner,
      migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => had.has(`${owner}/${name}`))),
    })),
  );
}

/** Empties the tables and takes away what looks at single rows; answers what brings it back, and checks all rows by it. */
async function openTables(client: PoolClient): Promise<() => Promise<void>> {
  const tables = await readTables(client);
  const all = tables.map((table) => nameOf(client, table));
  const references = tables.flatMap(({ refer }) => refer);
  for (const statement of references) {
    await client.query(statement.replace(/ add (constraint (?:"(?:[^"]|"")*"|\S+)) .*/s, ' drop $1'));
  }
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${all.join(', ')}`);
  return async () => {
    for (const statement of references) await client.query(statement);
    for (const table of all) await client.query(`alter table ${table} enable trigger user`);
  };
}

const found = z.tuple([z.object({ there: z.boolean() })]);

async function isThere(client: PoolClient, table: TableFacts): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as there', [nameOf(client, table)]);
  return found.parse(rows)[0].there;
}
