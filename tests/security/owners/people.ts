import { randomUUID } from 'node:crypto';
import { hostDb } from '#host/server/allTables.ts';
import { makeKey } from '#host/server/keys/secret.ts';
import { sha256 } from '#host/server/identity/secretToken.ts';
import type { TestServer } from '#host/server/testing.ts';
import { memberRoleSchema, type MemberRole } from '@sinter/sdk/contract';
import { sql } from 'kysely';
import { defaultPermissions } from '../../contract/rights.ts';

/** Somebody who tries, and what the test knows of them. */
export interface Person {
  name: string;
  readonly headers: Record<string, string>;
  /** Nobody is signed in, or the address is not verified. */
  out: boolean;
  via: 'session' | 'userKey' | 'accountKey';
  userId: number;
  facilityId: number | null;
  companyId: number | null;
  memberRoles: readonly MemberRole[];
  permissions: readonly string[];
  cleared: boolean;
}

export interface Places {
  root: number;
  second: number;
  /** Of another enterprise. */
  stranger: number;
  buyer: number;
  third: number;
  otherBuyer: number;
}
type Place = { facilityId: number; companyId: null } | { facilityId: null; companyId: number };

export const isKiosk = ({ memberRoles }: Person): boolean => memberRoles.every((role) => role === 'LOT_USER');

/** Written down once more: who of a buyer company sees what is somebody else's there. */
const overseers = ['ENG_SUPER_ADMIN', 'ENG_ADMIN', 'ENG_MANAGER', 'ENG_PURCHASE', 'ENG_LEGAL'];
export const oversees = ({ via, memberRoles }: Person): boolean =>
  via === 'accountKey' || memberRoles.some((role) => overseers.includes(role));

export async function makePlaces({ services, world }: TestServer): Promise<Places> {
  const db = hostDb(services.db);
  const { id: stranger } = await db
    .insertInto('facility')
    .values({ company_name: 'Stranger', time_zone: 'UTC', currency: 'EUR', address: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: otherBuyer } = await db
    .insertInto('company')
    .values({ name: 'Other buyer', billing_address: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const place of [{ facility_id: world.rootFacilityId }, { company_id: world.buyerCompanyId }]) {
    const one = { facility_id: null, company_id: null, ...place };
    await db
      .insertInto('export_policy')
      .values({ ...one, enabled: true, networks: [] })
      .execute();
  }
  const { rootFacilityId: root, secondFacilityId: second, buyerCompanyId: buyer, thirdCompanyId: third } = world;
  return { root, second, stranger, buyer, third, otherBuyer };
}

/** Every function by itself on its side, and the kinds of people that a function alone does not make. */
export async function makePeople(server: TestServer, places: Places): Promise<Person[]> {
  const db = hostDb(server.services.db);
  const admin = server.world.users['admin@demo.example'] ?? 0;
  const at = (facilityId: number): Place => ({ facilityId, companyId: null });
  const of = (companyId: number): Place => ({ facilityId: null, companyId });
  const people: Person[] = [];

  async function add(name: string, place: Place, memberRoles: MemberRole[], more: { cleared?: true; out?: true } = {}) {
    const provider = place.facilityId !== null;
    const { id: userId } = await db
      .insertInto('app_user')
      .values({ email: `${randomUUID()}@walk.example`, first_name: 'Walk', last_name: name, email_verified: !more.out })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: membershipId } = await db
      .insertInto('membership')
      .values({
        user_id: userId,
        role: provider ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER',
        account_type: provider ? 'SERVICE_PROVIDER' : 'ENGINEER',
        member_roles: memberRoles,
        facility_id: place.facilityId,
        company_id: place.companyId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (more.cleared) {
      await sql`insert into export_clearance (user_id, facility_id, company_id, basis, stated_on, decided_by, decided_at, expires_on)
        values (${userId}, ${place.facilityId}, ${place.companyId}, 'CITIZEN', current_date, ${admin}, now(), current_date + 300)`.execute(
        server.services.db,
      );
    }
    const token = await server.node.sessions.start(userId, { userAgent: 'walk', address: '127.0.0.1' });
    const person: Person = {
      name,
      headers: { cookie: `sinter_session=${token}` },
      out: more.out ?? false,
      via: 'session',
      userId,
      ...place,
      memberRoles,
      permissions: defaultPermissions(memberRoles),
      cleared: more.cleared ?? false,
    };
    people.push(person);
    return { person, membershipId };
  }

  /** An API key of somebody, or of their place. */
  async function addKey(
    name: string,
    { person, membershipId }: Awaited<ReturnType<typeof add>>,
    kind: 'USER' | 'ACCOUNT',
  ) {
    const account = kind === 'ACCOUNT';
    const permissions = account ? defaultPermissions([person.facilityId === null ? 'ENG_MANAGER' : 'SP_MANAGER']) : [];
    // Each may only be used so often.
    const keys = Array.from({ length: 4 }, () => makeKey(kind));
    for (const key of keys) {
      await sql`insert into api_key (kind, membership_id, facility_id, company_id, sha256, sealed, permissions, created_by)
        values (${kind}, ${membershipId}, ${account ? person.facilityId : null}, ${account ? person.companyId : null},
          ${sha256(key)}, '', ${permissions}, ${person.userId})`.execute(server.services.db);
    }
    let used = 0;
    people.push({
      ...person,
      name,
      get headers() {
        return { authorization: `Bearer ${keys[(used += 1) % keys.length]}` };
      },
      via: account ? 'accountKey' : 'userKey',
      memberRoles: account ? [person.facilityId === null ? 'ENG_MANAGER' : 'SP_MANAGER'] : person.memberRoles,
      permissions: account ? permissions : person.permissions,
      cleared: false,
    });
  }

  const creator = await add('creator', of(places.buyer), ['ENG_NON_ADMIN']);
  const colleague = await add('cleared colleague', of(places.buyer), ['ENG_NON_ADMIN'], { cleared: true });
  const planner = await add('cleared planner', at(places.root), ['SP_MANAGER'], { cleared: true });
  for (const role of memberRoleSchema.options) {
    await add(role, role.startsWith('ENG_') ? of(places.buyer) : at(places.root), [role]);
  }
  await add('cleared buyer', of(places.buyer), ['ENG_ADMIN'], { cleared: true });
  await add('kiosk of the second facility', at(places.second), ['LOT_USER']);
  await add('second facility', at(places.second), ['SP_SUPER_ADMIN']);
  await add('another enterprise', at(places.stranger), ['SP_SUPER_ADMIN']);
  await add('another buyer', of(places.otherBuyer), ['ENG_SUPER_ADMIN']);
  await add('third company', of(places.third), ['ENG_NON_ADMIN']);
  await add('unverified buyer', of(places.buyer), ['ENG_SUPER_ADMIN'], { out: true });
  await addKey('key of the creator', creator, 'USER');
  await addKey('key of the cleared colleague', colleague, 'USER');
  await addKey('key of the cleared planner', planner, 'USER');
  await addKey('key of the buyer company', creator, 'ACCOUNT');
  await addKey('key of the facility', planner, 'ACCOUNT');
  people.push({
    ...creator.person,
    name: 'signed out',
    headers: {},
    out: true,
    userId: 0,
    facilityId: null,
    companyId: null,
  });
  return people;
}
