import { sql } from 'kysely';
import { emailSchema, personNameSchema } from '@sinter/sdk/contract/host/account';
import type { Work } from '@sinter/sdk/server';
import { roomTransaction, type RoomTransaction } from './tables.ts';
import type { Connection } from './connections.ts';
import { type Identity, SsoRefusal } from './roundTrip.ts';

/**
 * The account of somebody whom a provider has named: the one that was linked to them before, else the one with their
 * verified address, else a new one where the connection makes them. Throws SsoRefusal.
 */
export async function personOf(unit: Work, connection: Connection, identity: Identity): Promise<number> {
  const db = roomTransaction(unit.db);
  const { subject } = identity;
  const parsed = emailSchema.safeParse(identity.email.trim());
  if (!parsed.success || subject === '') throw new SsoRefusal('refused', 'The provider tells no address.');
  const email = parsed.data;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!connection.emailDomains.includes(domain)) {
    throw new SsoRefusal('refused', `Addresses at ${domain} may not come in here.`);
  }

  const linked = await db
    .selectFrom('sso_identity')
    .select('user_id')
    .where('connection_id', '=', connection.id)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (linked) {
    await mayCome(db, connection, linked.user_id);
    return linked.user_id;
  }

  const known = await db
    .selectFrom('app_user')
    .select(['id', 'email_verified'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  // Otherwise a stranger who registered with this address would share the account.
  if (known && !known.email_verified) throw new SsoRefusal('refused', 'The account with this address is not verified.');
  if (!known && !connection.createUsers) throw new SsoRefusal('unknown', 'Nobody here has this address.');
  if (known) await mayCome(db, connection, known.id);
  const userId = known?.id ?? (await create(db, connection, identity, email));
  await db.insertInto('sso_identity').values({ connection_id: connection.id, subject, user_id: userId }).execute();
  await unit.audit({
    action: known ? 'sso.person_linked' : 'sso.person_created',
    objectKind: 'USER',
    objectId: String(userId),
    facilityId: connection.facilityId,
    after: { connectionId: connection.id, subject, email, ...(!known && { memberRoles: connection.defaultRoles }) },
  });
  return userId;
}

/** A connection speaks for its own enterprise: it opens no account that is good for anything beyond. */
async function mayCome(db: RoomTransaction, connection: Connection, userId: number): Promise<void> {
  const user = await db.selectFrom('app_user').select('disabled').where('id', '=', userId).executeTakeFirstOrThrow();
  if (user.disabled) throw new SsoRefusal('refused', `The account ${userId} is switched off.`);
  const places = await db
    .selectFrom('membership')
    .leftJoin('facility', 'facility.id', 'membership.facility_id')
    .leftJoin('company', 'company.id', 'membership.company_id')
    .leftJoin('facility as host', 'host.id', 'company.let_in_by_facility_id')
    .select(
      sql<number | null>`coalesce(facility.root_facility_id, facility.id, host.root_facility_id, host.id)`.as('root'),
    )
    .where('membership.user_id', '=', userId)
    .where('membership.disabled', '=', false)
    .execute();
  if (places.length === 0) throw new SsoRefusal('refused', `The account ${userId} belongs to nothing any more.`);
  if (places.some(({ root }) => root !== connection.facilityId)) {
    throw new SsoRefusal('refused', `The account ${userId} belongs to another company too.`);
  }
}

async function create(db: RoomTransaction, connection: Connection, identity: Identity, email: string): Promise<number> {
  const [local = email] = email.split('@');
  const name = (text: string, instead: string): string => {
    const parsed = personNameSchema.safeParse(text);
    return parsed.success ? parsed.data : instead;
  };
  const user = await db
    .insertInto('app_user')
    .values({
      email,
      first_name: name(identity.firstName, local),
      last_name: name(identity.lastName, ''),
      password_hash: null,
      email_verified: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) throw new SsoRefusal('refused', 'Somebody with this address came at the same moment.');
  await db
    .insertInto('membership')
    .values({
      user_id: user.id,
      role: 'ROLE_SERVICE_PROVIDER',
      account_type: 'SERVICE_PROVIDER',
      facility_id: connection.facilityId,
      member_roles: connection.defaultRoles,
    })
    .execute();
  return user.id;
}
