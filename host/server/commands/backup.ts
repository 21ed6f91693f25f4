import { existsSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import plugins from 'virtual:plugin-servers';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { writeBackup } from '../backup/export.ts';
import { checkBackup, type Installation, restoreBackup } from '../backup/import.ts';
import type { FileStore } from '../files/store.ts';
import { migrationsOf } from '../migrations.ts';
import { OperatorError } from '../operatorError.ts';
import { fingerprintOf, keptKey, readSecretKey } from '../secrets/secrets.ts';
import type { Settings } from '../settings.ts';
import { requireNoServer, withData } from './open.ts';

/** The key of the file itself: from the environment, never an argument. */
function backupKey(): string | undefined {
  const { BACKUP_KEY: key, BACKUP_KEY_FILE: file } = process.env;
  if (file) return readFileSync(file, 'utf8').trim();
  return key === '' ? undefined : key;
}

function fileOf(positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new OperatorError('Name one file.');
  return file;
}

const keyFile = ({ dataDir }: Settings): string => join(dataDir, 'secret.key');
const counted = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}`;

/** `npm run backup -- FILE`: everything as it is at one moment, while the server runs. */
export async function backup(args: readonly string[]): Promise<void> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const file = fileOf(positionals);
  if (existsSync(file)) throw new OperatorError(`${file} exists already: give the backup a name of its own.`);
  const key = backupKey();
  const written = await withData(async ({ settings, database, store }) => {
    const own = settings.secretKey === undefined ? await keptKey(keyFile(settings)) : null;
    const secretKey = key === undefined ? null : own;
    return { ...(await writeBackup({ pool: database.pool, store, secretKey }, file, key)), own: own !== null };
  });
  const checked = await checkBackup(file, key);
  const size = (statSync(file).size / 1024 ** 2).toFixed(1);
  console.log(
    `${file}: ${counted(checked.rows, 'rows')} of ${counted(checked.tables, 'tables')}, ` +
      `${counted(checked.files, 'files')}, ${size} MiB, ${key === undefined ? 'not encrypted' : 'encrypted'}, read back and whole.`,
  );
  if (written.missing.length > 0) {
    console.log(
      `${counted(written.missing.length, 'files')} that the database names are missing or damaged in the store.`,
    );
  }
  if (key === undefined && written.own) {
    console.log(
      'Keep a copy of secret.key of DATA_DIR too: without it, stored secrets cannot be opened. An encrypted backup holds it.',
    );
  }
}

/** `npm run restore -- FILE`: into an empty place, or with `--replace` in place of what is there. */
export async function restore(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const file = fileOf(positionals);
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const key = backupKey();
  const { installation, rows, tables, files } = await checkBackup(file, key);
  await withData(async ({ settings, database, store }) => {
    const newKey = await keyToKeep(settings, installation);
    const mayReplace = async (tx: Kysely<unknown>): Promise<void> => {
      await requireNoServer(tx);
      if (!values.replace) await requireEmpty(tx, store);
    };
    await restoreBackup({ pool: database.pool, store, sets: migrationsOf(plugins), mayReplace }, file, key);
    if (newKey !== null) await writeFile(keyFile(settings), `${newKey}\n`, { mode: 0o600 });
  });
  console.log(
    `Restored from ${file}: ${counted(rows, 'rows')} of ${counted(tables, 'tables')}, ${counted(files, 'files')}.`,
  );
}

/** The key that goes to DATA_DIR with the backup; `null` where the present one is right. */
async function keyToKeep(settings: Settings, { fingerprint, secretKey }: Installation): Promise<string | null> {
  if (fingerprint === null) return null;
  const present = settings.secretKey === undefined ? await keptKey(keyFile(settings)) : settings.secretKey;
  if (present !== null) {
    const key = await readSecretKey(settings.secretKey, keyFile(settings));
    if (fingerprintOf(key) === fingerprint) return null;
  }
  if (settings.secretKey === undefined && secretKey !== null) return secretKey;
  throw new OperatorError(
    'The secrets in this backup were sealed with another key. Give the SECRET_KEY of that installation, or copy its ' +
      'secret.key to DATA_DIR. Nothing was changed.',
  );
}

const tableSchema = z.array(z.object({ there: z.boolean() }));

async function requireEmpty(tx: Kysely<unknown>, store: FileStore): Promise<void> {
  const { rows } = await sql`select to_regclass('public.app_user') is not null as there`.execute(tx);
  const people = tableSchema.parse(rows)[0]?.there
    ? (await sql`select 1 from app_user limit 1`.execute(tx)).rows.length > 0
    : false;
  if (people) {
    throw new OperatorError(
      'There are accounts in this database. `--replace` puts the backup in place of everything there.',
    );
  }
  for (const controlled of [false, true]) {
    for await (const hashes of store.contents({ controlled })) {
      if (hashes.length > 0) {
        throw new OperatorError(
          'There are files in DATA_DIR. `--replace` restores all the same, and leaves them there.',
        );
      }
    }
  }
}
