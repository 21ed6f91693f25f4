import type { KeptSecrets } from '@sinter/sdk/server';
import * as z from 'zod';
import type { Secrets } from './secrets.ts';
import { roomDb, roomTransaction } from './tables.ts';

/** What secrets of server halves are sealed for. */
export const keptPurpose = 'kept secret';
const kept = z.tuple([z.string(), z.string()]);

export function createKeptSecrets(secrets: Secrets): KeptSecrets {
  // Bound to its name, so that nobody can put one in the place of another.
  const sealedText = (name: string, secret: string) => secrets.seal(keptPurpose, JSON.stringify([name, secret]));
  const opened = (name: string, sealed: string): string => {
    const [of, secret] = kept.parse(JSON.parse(secrets.open(keptPurpose, sealed)));
    if (of !== name) throw new Error(`This is not the secret ${name}.`);
    return secret;
  };
  return {
    async keep(unit, name, secret) {
      const db = roomTransaction(unit.db);
      if (secret === null) {
        await db.deleteFrom('kept_secret').where('name', '=', name).execute();
        return;
      }
      const sealed = sealedText(name, secret);
      await db
        .insertInto('kept_secret')
        .values({ name, sealed })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
        .execute();
    },
    async find(db, name) {
      const row = await roomDb(db)
        .selectFrom('kept_secret')
        .select('sealed')
        .where('name', '=', name)
        .executeTakeFirst();
      return row ? opened(name, row.sealed) : null;
    },
    async findAll(db, names) {
      if (names.length === 0) return new Map();
      const rows = await roomDb(db)
        .selectFrom('kept_secret')
        .select(['name', 'sealed'])
        .where('name', 'in', names)
        .execute();
      return new Map(rows.map(({ name, sealed }) => [name, opened(name, sealed)]));
    },
    async known(db, names) {
      if (names.length === 0) return new Set();
      const rows = await roomDb(db).selectFrom('kept_secret').select('name').where('name', 'in', names).execute();
      return new Set(rows.map(({ name }) => name));
    },
  };
}
