import * as z from 'zod';
import type { Parts } from './parts.ts';
import type { RoomDb } from '../session/tables.ts';

/** Sealed for one user: a secret that is copied into another user's row cannot be opened. */
export const purposeFor = (userId: number): string => `totp ${userId}`;
const period = 30;
/** Steps before and after the present one: clocks of phones go wrong, and people type slowly. */
const window = 1;

/** A secret that no code has confirmed yet; the one in use, if any, goes on working. */
const setup = { name: 'totp-setup', data: z.object({ sealed: z.string() }), minutes: 15, tries: 20 };

async function generator(secret: string, labels: { issuer?: string; label?: string } = {}) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ ...labels, secret: Secret.fromBase32(secret), period });
}

/** A new secret, its address for authenticator apps, and that as a picture. */
export async function startSetup(host: Parts, userId: number, issuer: string, label: string) {
  const [{ Secret }, { encodeQR }] = await Promise.all([import('otpauth'), import('qr')]);
  const secret = new Secret({ size: 20 }).base32;
  // A colon would end the issuer.
  const address = (await generator(secret, { issuer: issuer.replaceAll(':', ' '), label })).toString();
  const sealed = host.secrets.seal(purposeFor(userId), secret);
  await host.challenges.drop(setup, userId);
  await host.challenges.ask(setup, { sealed }, { userId });
  const svg = encodeQR(address, 'svg', { ecc: 'low', border: 4 });
  return { secret, address, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

/** The time step of a code; `null` for a wrong one. */
async function stepOf(host: Parts, userId: number, sealed: string, code: string): Promise<number | null> {
  const totp = await generator(host.secrets.open(purposeFor(userId), sealed));
  const token = code.replace(/\s/g, '');
  const now = Date.now();
  const delta = totp.validate({ token, window, timestamp: now });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** The secret being set up takes its place when the code is its; answers whether it was. */
export async function confirmSetup(host: Parts, db: RoomDb, userId: number, code: string): Promise<boolean> {
  // Outside of the transaction: a wrong code counts even though it is rolled back.
  const open = await host.challenges.lookOf(setup, userId);
  if (!open) return false;
  const { sealed } = open;
  const step = await stepOf(host, userId, sealed, code);
  if (step === null) return false;
  const values = { secret_sealed: sealed, confirmed_at: new Date(), last_step: step };
  await db
    .insertInto('totp')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await host.challenges.drop(setup, userId, db);
  return true;
}

/** Whether the app shows this code now; no code is right twice. */
export async function checkCode(host: Parts, userId: number, code: string): Promise<boolean> {
  const row = await host.db
    .selectFrom('totp')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = row ? await stepOf(host, userId, row.secret_sealed, code) : null;
  if (step === null) return false;
  const used = await host.db
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
