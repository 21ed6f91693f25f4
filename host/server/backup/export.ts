import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { inOneTransaction } from '../database/oneTransaction.ts';
import type { FileStore } from '../files/store.ts';
import { columnsOf, nameOf, readSequences, readTables, settings } from './catalog.ts';
import { copyOut } from './copy.ts';
import { type Part, writeEntries } from './entries.ts';
import { keepContents } from './keepContents.ts';

export interface Source {
  pool: Pool;
  store: FileStore;
  /** The key that the installation has made by itself. */
  secretKey: string | null;
}

export interface Written {
  tables: number;
  rows: number;
  files: number;
  /** Hashes of files that rows name and the store does not have. */
  missing: string[];
}

/**
 * Writes everything as it is at one moment to a new file, while the server goes on: the rows of one snapshot and the
 * contents that they name, which nobody removes meanwhile.
 */
export async function writeBackup(source: Source, file: string, key: string | undefined): Promise<Written> {
  const written: Written = { tables: 0, rows: 0, files: 0, missing: [] };
  const side = `${file}.part`;
  const target = await open(side, 'wx', 0o600);
  const free = await keepContents(source.pool);
  try {
    await inOneTransaction(
      source.pool,
      async (_tx, client) => {
        await client.query('set transaction read only');
        await client.query(settings);
        for await (const bytes of writeEntries(parts(source, client, written), key)) await target.write(bytes);
      },
      'repeatable read',
    );
    await target.sync();
    await target.close();
    await rename(side, file);
  } catch (error) {
    await target.close().catch(() => {});
    await rm(side, { force: true });
    throw error;
  } finally {
    await free();
  }
  return written;
}

const names = z.array(z.object({ name: z.string() }));
const values = z.array(z.object({ value: z.string() }));
const contents = z.array(z.object({ sha256: z.string(), controlled: z.boolean() }));

async function* none(): AsyncGenerator<Buffer> {}

async function* parts({ store, secretKey }: Source, client: PoolClient, written: Written): AsyncGenerator<Part> {
  const migrations = names.parse((await client.query('select name from migration order by name')).rows);
  const [stored] = values.parse((await client.query(`select value from installation where name = 'secret-key'`)).rows);
  const tables = await readTables(client);
  yield {
    head: {
      kind: 'installation',
      migrations: migrations.map(({ name }) => name),
      fingerprint: stored?.value ?? null,
      secretKey,
    },
    data: none(),
  };
  const files = await client.query('select distinct sha256, controlled from stored_file order by 1, 2');
  for (const { sha256, controlled } of contents.parse(files.rows)) {
    if (!(await store.has(sha256, { controlled })) || !(await isWhole(store, sha256, controlled))) {
      written.missing.push(sha256);
      continue;
    }
    const { stream } = await store.read(sha256, { controlled });
    written.files += 1;
    yield { head: { kind: 'file', sha256, controlled }, data: stream };
  }
  for (const table of tables) {
    const { data, ended } = copyOut(
      client,
      `copy (select ${columnsOf(client, table)} from ${nameOf(client, table)}) to stdout`,
    );
    const rows = async () => {
      const count = await ended;
      written.rows += count;
      return count;
    };
    written.tables += 1;
    yield { head: { kind: 'table', ...table }, data, rows };
  }
  yield { head: { kind: 'sequences', values: await readSequences(client) }, data: none() };
}

/** A content that is not what its name says is as good as gone. */
async function isWhole(store: FileStore, sha256: string, controlled: boolean): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of (await store.read(sha256, { controlled })).stream) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
