import { sql } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readToken, setCookie } from '../http/cookies.ts';
import { newToken, sha256 } from '../identity/secretToken.ts';
import type { RoomDb, RoomTransaction } from './tables.ts';

const deviceCookie = 'sinter_device';
const keptDays = 400; // browsers keep no cookie for longer

const idOf = (request: FastifyRequest): string => sha256(readToken(request, deviceCookie) ?? '');

/** Whether somebody has signed in to the account with this address in this very browser; its id there, else `null`. */
export async function deviceOfAccount(db: RoomDb, request: FastifyRequest, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('known_device')
    .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
    .select(['known_device.id', 'known_device.user_id'])
    .where('known_device.id', '=', idOf(request))
    .where(sql`lower(app_user.email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return row ? `${row.user_id} ${row.id}` : null;
}

/**
 * The user has shown in this browser who they are. It gets a new secret each time, so that one that was planted here, or
 * copied from here, is worth nothing any more.
 */
export async function rememberDevice(
  db: RoomTransaction,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userId: number,
): Promise<void> {
  const token = newToken();
  const id = sha256(token);
  await db.updateTable('known_device').set({ id }).where('id', '=', idOf(request)).execute();
  await db
    .insertInto('known_device')
    .values({ user_id: userId, id })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ last_used_at: new Date() }))
    .execute();
  setCookie(request, reply, deviceCookie, token, `; HttpOnly; Max-Age=${keptDays * 86_400}`);
}

/** No browser is known to the account any more: its password is a new one. */
export async function forgetDevices(db: RoomTransaction, userId: number): Promise<void> {
  await db.deleteFrom('known_device').where('user_id', '=', userId).execute();
}

export async function removeOldDevices(db: RoomDb): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('last_used_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
