import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { listPassportKeys, PassportKey, readPassportKey } from '@sinter/sdk/contract/quality/passport';
import { keptSecrets, type CallContext, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { passportVerifier } from '../../shared/passport/verifier.ts';
import { qualityDb } from '../tables.ts';

const verifier = passportVerifier();
const secretOf = (rootId: number): string => `quality.passport.${rootId}`;

/** Signs for the enterprise of a facility, with a key that is made when it is first needed. */
export interface Signer {
  keyId: string;
  publicKey: string;
  /** In hex. */
  sign(bytes: Uint8Array): string;
}

export async function signerOf(services: Pick<Services, 'get'>, unit: Work, rootId: number): Promise<Signer> {
  await sql`select pg_advisory_xact_lock(hashtextextended('passport key ' || ${rootId}::text, 16))`.execute(unit.db);
  const present = await qualityDb(unit)
    .selectFrom('passport_key')
    .select(['key_id', 'public_key'])
    .where('root_facility_id', '=', rootId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  const { key_id: keyId, public_key: publicKey } = present ?? (await makeKey(services, unit, rootId));
  const secret = await services.get(keptSecrets).find(unit.db, secretOf(rootId));
  if (secret === null) throw new Error(`The key of passports of facility ${rootId} is not there.`);
  const privateKey = createPrivateKey(secret);
  return { keyId, publicKey, sign: (bytes) => sign(null, bytes, privateKey).toString('hex') };
}

/** Takes the place of the one before, whose private half is forgotten. */
async function makeKey(services: Pick<Services, 'get'>, unit: Work, rootId: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const db = qualityDb(unit);
  await db
    .updateTable('passport_key')
    .set({ retired_at: new Date() })
    .where('root_facility_id', '=', rootId)
    .where('retired_at', 'is', null)
    .execute();
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await services.get(keptSecrets).keep(unit, secretOf(rootId), pem);
  return db
    .insertInto('passport_key')
    .values({ key_id: await verifier.keyIdOf(raw), root_facility_id: rootId, public_key: raw })
    .returning(['key_id', 'public_key', 'made_at', 'retired_at'])
    .executeTakeFirstOrThrow();
}

interface KeyRow {
  key_id: string;
  public_key: string;
  made_at: Date;
  retired_at: Date | null;
}
const shown = ({ key_id, public_key, made_at, retired_at }: KeyRow): PassportKey => ({
  keyId: key_id,
  algorithm: 'Ed25519',
  publicKey: public_key,
  madeAt: made_at.toISOString(),
  retiredAt: retired_at?.toISOString() ?? null,
});

export async function rootOf({ db }: Pick<Services, 'db'> | Pick<Work, 'db'>, facilityId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(root_facility_id, id) as id from facility where id = ${facilityId}
  `.execute(db);
  if (!rows[0]) throw new CallError('NOT_FOUND');
  return rows[0].id;
}

export async function rotate(context: CallContext): Promise<PassportKey> {
  const { facilityId } = context;
  return context.write(async (unit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('passport key ' || ${facilityId}::text, 16))`.execute(
      unit.db,
    );
    const key = shown(await makeKey(context, unit, facilityId));
    await unit.audit({
      action: 'passport.key_made',
      objectKind: 'FACILITY',
      objectId: String(facilityId),
      after: { keyId: key.keyId },
    });
    return key;
  });
}

export async function keys(context: CallContext): Promise<CallReply<typeof listPassportKeys>> {
  const { user, db } = context;
  const { rows } = await sql<KeyRow>`
    select key_id, public_key, made_at, retired_at from passport_key
    where root_facility_id = ${await rootOf(context, context.facilityId)}
    order by retired_at is not null, made_at desc limit 50
  `.execute(db);
  return {
    keys: rows.map(shown),
    mayRotate: user.rootFacility && user.via === 'session' && user.permissions.includes('QMS_SETTINGS_EDITOR'),
  };
}

export async function key(
  { db }: CallContext,
  { params: { keyId } }: CallArguments<typeof readPassportKey>,
): Promise<CallReply<typeof readPassportKey>> {
  const { rows } = await sql<KeyRow & { enterprise: string }>`
    select k.key_id, k.public_key, k.made_at, k.retired_at, f.company_name as enterprise
    from passport_key k join facility f on f.id = k.root_facility_id where k.key_id = ${keyId}
  `.execute(db);
  if (!rows[0]) throw new CallError('NOT_FOUND');
  return { ...shown(rows[0]), enterprise: rows[0].enterprise };
}
