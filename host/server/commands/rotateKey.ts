import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { inOneTransaction } from '../database/oneTransaction.ts';
import { purpose as apiKeyPurpose } from '../keys/handlers.ts';
import { serverPurpose } from '../mail/config.ts';
import { mailPurpose } from '../mail/createMail.ts';
import { OperatorError } from '../operatorError.ts';
import { repliesPurpose } from '../http/replies.ts';
import { keptPurpose } from '../secrets/kept.ts';
import { createSecrets, fingerprintOf, keptKey, readSecretKey } from '../secrets/secrets.ts';
import { purposeFor } from '../secondStep/totp.ts';
import { secretPurpose } from '../sso/connections.ts';
import { requireNoServer, withData } from './open.ts';

interface SealedColumn {
  table: string;
  id: string;
  column: string;
  purpose(id: number): string;
}

/** Everything that is sealed and has to be opened again one day. A test finds a column that is missing here. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'totp', id: 'user_id', column: 'secret_sealed', purpose: purposeFor },
  { table: 'api_key', id: 'id', column: 'sealed', purpose: () => apiKeyPurpose },
  { table: 'mail_message', id: 'id', column: 'body_sealed', purpose: () => mailPurpose },
  { table: 'mail_config', id: 'facility_id', column: 'password_sealed', purpose: () => serverPurpose },
  { table: 'sso_connection', id: 'id', column: 'secret_sealed', purpose: () => secretPurpose },
  { table: 'kept_secret', id: 'id', column: 'sealed', purpose: () => keptPurpose },
  { table: 'kept_reply', id: 'id', column: 'reply_sealed', purpose: () => repliesPurpose },
];

const page = 500;
const rowsSchema = z.array(z.object({ id: z.coerce.number(), sealed: z.string() }));

/** Seals everything anew, in the caller's transaction. Answers how many. */
export async function reseal(tx: Kysely<unknown>, old: Buffer, next: Buffer): Promise<number> {
  const { rows } = await sql`update installation set value = ${fingerprintOf(next)}
    where name = 'secret-key' and value = ${fingerprintOf(old)} returning 1`.execute(tx);
  if (rows.length === 0)
    throw new OperatorError('The secrets in this database were sealed with another key than the old one.');
  const [before, after] = [createSecrets(old), createSecrets(next)];
  let count = 0;
  for (const { table, id, column, purpose } of sealedColumns) {
    const [at, key, value] = [sql.table(table), sql.ref(id), sql.ref(column)];
    for (let last = -1, full = true; full;) {
      const found = await sql`select ${key} as id, ${value} as sealed from ${at}
        where ${value} is not null and ${key} > ${last} order by ${key} limit ${page} for update`.execute(tx);
      const sealed = rowsSchema.parse(found.rows);
      for (const row of sealed) {
        const anew = after.seal(purpose(row.id), before.open(purpose(row.id), row.sealed));
        await sql`update ${at} set ${value} = ${anew} where ${key} = ${row.id}`.execute(tx);
        last = row.id;
      }
      count += sealed.length;
      full = sealed.length === page;
    }
  }
  // Sign-ins that are under way have sealed something too, for ten minutes: they begin again.
  await sql`delete from challenge where kind = 'passkey-use'`.execute(tx);
  return count;
}

/**
 * `npm run rotate-key`: from SECRET_KEY_OLD, else the key that DATA_DIR keeps, to SECRET_KEY, else a new one that DATA_DIR
 * keeps.
 */
export async function rotateKey(args: readonly string[]): Promise<void> {
  parseArgs({ args: [...args], options: {} });
  await withData(async ({ settings, database }) => {
    const file = join(settings.dataDir, 'secret.key');
    const given = process.env['SECRET_KEY_OLD'] || undefined;
    if (given === undefined && (await keptKey(file)) === null) {
      throw new OperatorError('Give the key so far in SECRET_KEY_OLD.');
    }
    const old = await readSecretKey(given, file);
    const made = settings.secretKey === undefined ? randomBytes(32) : null;
    const next = made ?? (await readSecretKey(settings.secretKey, file));
    if (fingerprintOf(old) === fingerprintOf(next)) throw new OperatorError('The new key is the one so far.');
    // Beside the one so far until the database says that it is the right one.
    if (made) await writeFile(`${file}.new`, `${made.toString('base64url')}\n`, { mode: 0o600 });
    const count = await inOneTransaction<unknown, number>(database.pool, async (tx) => {
      await requireNoServer(tx);
      return reseal(tx, old, next);
    });
    if (made) await rename(`${file}.new`, file);
    console.log(
      `${count} secrets are sealed anew. Give every server ${made ? 'the new secret.key of DATA_DIR' : 'this SECRET_KEY'}.`,
    );
  });
}
