import type { AccountType, Authority, MemberRole, Role } from '@sinter/sdk/contract';
import type { DemoWorld } from '@sinter/sdk/server';
import { hashPassword } from '../session/passwords.ts';
import type { HostDb, HostTransaction } from '../session/tables.ts';

export const demoPassword = 'demo-Sinter-2026';
const domain = 'demo.example';

interface DemoAccount {
  name: string;
  firstName: string;
  lastName: string;
  does: string;
  place: 'root' | 'second' | 'buyer' | 'third';
  memberRoles: MemberRole[];
  authorities?: Authority[];
  storeFront?: boolean;
  unverified?: boolean;
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    name: 'admin',
    firstName: 'Ada',
    lastName: 'Berger',
    does: 'administrator of the service provider',
    place: 'root',
    memberRoles: ['SP_SUPER_ADMIN'],
    authorities: ['ROLE_ADMIN'],
  },
  {
    name: 'planner',
    firstName: 'Paul',
    lastName: 'Lindner',
    does: 'plans production',
    place: 'root',
    memberRoles: ['SP_MANAGER'],
  },
  {
    name: 'operator',
    firstName: 'Olga',
    lastName: 'Novak',
    does: 'runs the machines',
    place: 'root',
    memberRoles: ['SP_NON_ADMIN'],
  },
  {
    name: 'admin2',
    firstName: 'Claire',
    lastName: 'Moreau',
    does: 'administrator of the second facility',
    place: 'second',
    memberRoles: ['SP_SUPER_ADMIN'],
  },
  {
    name: 'buyer',
    firstName: 'Bente',
    lastName: 'Hansen',
    does: 'buys parts in the store front',
    place: 'buyer',
    memberRoles: ['ENG_ADMIN'],
    storeFront: true,
  },
  {
    name: 'engineer',
    firstName: 'Erik',
    lastName: 'Solberg',
    does: 'engineer of the buyer',
    place: 'buyer',
    memberRoles: ['ENG_NON_ADMIN'],
  },
  {
    name: 'third',
    firstName: 'Tara',
    lastName: 'Quinn',
    does: 'third-party engineer',
    place: 'third',
    memberRoles: ['ENG_NON_ADMIN'],
  },
  {
    name: 'unverified',
    firstName: 'Uwe',
    lastName: 'Neumann',
    does: 'has not verified the e-mail address yet',
    place: 'buyer',
    memberRoles: ['ENG_NON_ADMIN'],
    unverified: true,
  },
];

export const demoEmail = ({ name }: Pick<DemoAccount, 'name'>): string => `${name}@${domain}`;

const sides: Record<DemoAccount['place'], { role: Role; account_type: AccountType }> = {
  root: { role: 'ROLE_SERVICE_PROVIDER', account_type: 'SERVICE_PROVIDER' },
  second: { role: 'ROLE_SERVICE_PROVIDER', account_type: 'SERVICE_PROVIDER' },
  buyer: { role: 'ROLE_ENGINEER', account_type: 'ENGINEER' },
  third: { role: 'ROLE_ENGINEER', account_type: 'THIRD_PARTY_ENGINEER' },
};

/** The demo company's facilities, buyers and accounts. */
export async function seedAccounts(db: HostTransaction, now: Date): Promise<DemoWorld> {
  const rootFacilityId = await addFacility(db, 'Demo Additive GmbH', 'Europe/Berlin', null);
  const secondFacilityId = await addFacility(db, 'Demo Additive Lyon', 'Europe/Paris', rootFacilityId);
  const buyerCompanyId = await addCompany(db, 'Nordwind Robotics');
  const thirdCompanyId = await addCompany(db, 'Quinn Design Studio');
  const places = {
    root: { facility_id: rootFacilityId },
    second: { facility_id: secondFacilityId },
    buyer: { company_id: buyerCompanyId },
    third: { company_id: thirdCompanyId },
  };
  const password_hash = await hashPassword(demoPassword);
  const users: Record<string, number> = {};
  for (const account of demoAccounts) {
    const { id } = await db
      .insertInto('app_user')
      .values({
        email: demoEmail(account),
        first_name: account.firstName,
        last_name: account.lastName,
        password_hash,
        email_verified: !account.unverified,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    users[demoEmail(account)] = id;
    await db
      .insertInto('membership')
      .values({
        user_id: id,
        ...sides[account.place],
        ...places[account.place],
        member_roles: account.memberRoles,
        authorities: account.authorities ?? [],
        dashboard: account.storeFront ? 'STORE_FRONT' : 'NORMAL',
      })
      .execute();
  }
  return { now, rootFacilityId, secondFacilityId, buyerCompanyId, thirdCompanyId, users };
}

async function addFacility(db: HostTransaction, company_name: string, time_zone: string, root: number | null) {
  const { id } = await db
    .insertInto('facility')
    .values({ company_name, time_zone, root_facility_id: root, currency: 'EUR' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addCompany(db: HostTransaction, name: string) {
  const { id } = await db.insertInto('company').values({ name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The demo company of a database that has it; `null` elsewhere. */
export async function readWorld(db: HostDb, now: Date): Promise<DemoWorld | null> {
  const marker = await db.selectFrom('demo_seed').select('owner').where('owner', '=', 'host').executeTakeFirst();
  if (!marker) return null;
  const [facilities, companies, users] = await Promise.all([
    db.selectFrom('facility').select('id').orderBy('id').limit(2).execute(),
    db.selectFrom('company').select('id').orderBy('id').limit(2).execute(),
    db.selectFrom('app_user').select(['id', 'email']).where('email', 'like', `%@${domain}`).execute(),
  ]);
  const [root, second] = facilities;
  const [buyer, third] = companies;
  if (!root || !second || !buyer || !third) return null;
  return {
    now,
    rootFacilityId: root.id,
    secondFacilityId: second.id,
    buyerCompanyId: buyer.id,
    thirdCompanyId: third.id,
    users: Object.fromEntries(users.map((user) => [user.email, user.id])),
  };
}
