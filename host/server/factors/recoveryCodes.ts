import { createHash, randomBytes } from 'node:crypto';
import type { RoomDb } from './tables.ts';

const howMany = 10;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 50 bits, in two groups that can be typed. */
function newCode(): string {
  const letters = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/**
 * 50 bits are too few for a quick hash, should the table be stolen. The salt belongs to the user and not to the code:
 * so one costly hash, and not ten, tells whether a code is one of theirs.
 */
async function hashCode(userId: number, code: string): Promise<string> {
  const { hashRaw } = await import('@node-rs/argon2');
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '');
  const salt = createHash('sha256').update(`recovery code ${userId}`).digest().subarray(0, 16);
  const hash = await hashRaw(plain, { memoryCost: 19456, timeCost: 2, parallelism: 1, salt });
  return hash.toString('base64url');
}

/** Ten new ones in place of those before. They cannot be read again. */
export async function renewCodes(db: RoomDb, userId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  const rows = [];
  // One after the other: the threads that hash are those that read files.
  for (const code of codes) rows.push({ user_id: userId, code_hash: await hashCode(userId, code) });
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db.insertInto('recovery_code').values(rows).execute();
  return codes;
}

/** Whether it is one that has not been used; it has been from then on. */
export async function useCode(db: RoomDb, userId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', await hashCode(userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
