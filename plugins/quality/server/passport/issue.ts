import { randomBytes } from 'node:crypto';
import { passportIssued, type IssuedPassport } from '@sinter/sdk/contract/quality/passport';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { sectionsOf } from '../../shared/passport/sections.ts';
import { passportVerifier } from '../../shared/passport/verifier.ts';
import { qualityDb } from '../tables.ts';
import { passportOf } from './facts.ts';
import type { Kept } from './kept.ts';
import { rootOf, signerOf } from './keys.ts';

const verifier = passportVerifier();

export interface Wanted {
  facilityId: number;
  lotId: number;
  eventId: string;
  /** `null`: the demo. */
  userId: number | null;
  /** The customer reads the names of people in it. */
  names: boolean;
  shared: boolean;
  at: Date;
  /** Where this server is reached; empty where that is not known. */
  origin: string;
}

/** Freezes a lot's passport as its next version, signed; asks for no rights. What was issued by the same `eventId` stays. */
export async function issuePassport(services: Pick<Services, 'get'>, unit: Work, wanted: Wanted): Promise<void> {
  const { facilityId, lotId, eventId, userId, names, shared, at, origin } = wanted;
  await sql`select pg_advisory_xact_lock(hashtextextended('passport ' || ${lotId}::text, 16))`.execute(unit.db);
  const db = qualityDb(unit);
  const known = await db
    .selectFrom('passport')
    .select('id')
    .where('facility_id', '=', facilityId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (known) return;
  const found = await passportOf(services, unit.db, lotId);
  if (!found) throw new Error(`There is no lot ${lotId}.`);
  const { passport, controlled } = found;
  const { rows } = await sql<{ last: number; enterprise: string; companyId: number }>`
    select coalesce((select max(version) from passport where lot_id = ${lotId}), 0)::int as last,
      (select company_name from facility where id = ${await rootOf(unit, facilityId)}) as enterprise,
      (select company_id from rfq_order where id = ${passport.order.id}) as "companyId"
  `.execute(unit.db);
  const [place] = rows;
  if (!place) throw new Error('A query without rows answers one.');
  const signer = await signerOf(services, unit, await rootOf(unit, facilityId));
  const entries = sectionsOf(passport).map((section) => ({ ...section, salt: randomBytes(16).toString('hex') }));
  const version = place.last + 1;
  const head = {
    format: verifier.format,
    enterprise: place.enterprise,
    lot: lotId,
    version,
    issuedAt: at.toISOString(),
    ...(origin !== '' && { keyAt: `${origin}/api/v1/passports/keys/${signer.keyId}` }),
  };
  const { linked, seal } = await verifier.chain(head, entries);
  const value = signer.sign(verifier.signedBytes(signer.keyId, seal));
  const kept: Kept = {
    head,
    entries: linked,
    signature: { algorithm: 'Ed25519', keyId: signer.keyId, publicKey: signer.publicKey, seal, value },
  };
  await db
    .insertInto('passport')
    .values({
      facility_id: facilityId,
      order_id: passport.order.id,
      lot_id: lotId,
      version,
      key_id: signer.keyId,
      seal,
      content: JSON.stringify(kept),
      names,
      shared,
      event_id: eventId,
      issued_by: userId,
      issued_at: at,
    })
    .execute();
  await unit.audit({
    action: 'passport.issued',
    objectKind: 'WORKPLAN_LOT',
    objectId: String(lotId),
    facilityId,
    after: { version, seal, names, shared },
  });
  await unit.emit(
    passportIssued,
    { lotId, orderId: passport.order.id },
    { facilityIds: [facilityId], ...(shared && { companyIds: [place.companyId] }), controlled },
  );
}

export interface IssuedRow {
  lotId: number;
  version: number;
  issuedAt: Date;
  by: string;
  seal: string;
  keyId: string;
  names: boolean;
  shared: boolean;
}
/** What is told of passport `p`. */
export const issuedColumns = sql`p.lot_id as "lotId", p.version, p.issued_at as "issuedAt", p.seal, p.key_id as "keyId", p.names, p.shared,
  coalesce((select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = p.issued_by), '') as "by"`;
export const issuedOf = ({ lotId: _, issuedAt, ...row }: IssuedRow): IssuedPassport => ({
  ...row,
  issuedAt: issuedAt.toISOString(),
});
