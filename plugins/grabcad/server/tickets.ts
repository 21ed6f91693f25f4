import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CallContext } from '@sinter/sdk/server';
import { signTicket, trayKeySchema, type TrayKey } from '../tray/ticket.ts';
import type { GrabcadTables } from './tables.ts';

/** Made by whichever node needs it first; the others find it in the table. */
async function privateKey(context: CallContext): Promise<KeyObject> {
  const db = context.db.withTables<GrabcadTables>();
  const stored = await db.selectFrom('tray_key').select('private_key').executeTakeFirst();
  if (stored) return createPrivateKey(stored.private_key);
  const fresh = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await db
    .insertInto('tray_key')
    .values({ private_key: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { private_key } = await db.selectFrom('tray_key').select('private_key').executeTakeFirstOrThrow();
  return createPrivateKey(private_key);
}

export async function ticketFor(context: CallContext, nonce: string): Promise<string> {
  return signTicket(await privateKey(context), {
    origin: context.origin,
    user: context.user.userId,
    facility: context.facilityId,
    nonce,
  });
}

export async function publicKey(context: CallContext): Promise<TrayKey> {
  return trayKeySchema.parse(createPublicKey(await privateKey(context)).export({ format: 'jwk' }));
}
