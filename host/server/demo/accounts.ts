import type { Insertable } from 'kysely';
import type { AccountType, Authority, Dashboard, MemberRole, Permission, Role } from '@sinter/sdk/contract';
import { defaultSecurityPolicy } from '@sinter/sdk/contract/host/security';
import type { DemoWorld } from '@sinter/sdk/server';
import { hashPassword } from '../session/passwords.ts';
import type { DemoTables, RoomDb, RoomTransaction } from './tables.ts';

export const demoPassword = 'demo-Sinter-2026';
const domain = 'demo.example';
const storedPolicy = {
  second_factor: 'OFFERED' as const,
  idle_minutes: defaultSecurityPolicy.idleMinutes,
  session_hours: defaultSecurityPolicy.sessionHours,
  updated_by: null,
};

interface DemoAccount {
  name: string;
  firstName: string;
  lastName: string;
  does: string;
  place: PlaceName;
  memberRoles: MemberRole[];
  granted?: Permission[];
  authorities?: Authority[];
  dashboard?: Dashboard;
  unverified?: boolean;
  /** Their membership in another facility or company. */
  also?: Pick<DemoAccount, 'place' | 'memberRoles' | 'granted' | 'dashboard'>;
}

type PlaceName = 'root' | 'second' | 'buyer' | 'third';

export const demoAccounts: readonly DemoAccount[] = [
  {
    name: 'admin',
    firstName: 'Ada',
    lastName: 'Berger',
    does: 'administrator of the service provider',
    place: 'root',
    memberRoles: ['SP_SUPER_ADMIN'],
    authorities: ['ROLE_ADMIN', 'ROLE_EMAIL_SETTINGS_EDITOR'],
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
    dashboard: 'STORE_FRONT',
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
    dashboard: 'CONSUMER',
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
  {
    name: 'dual',
    firstName: 'Dora',
    lastName: 'Falk',
    does: 'manages production, and buys for another company',
    place: 'root',
    memberRoles: ['SP_MANAGER'],
    granted: ['SWITCH_DASHBOARD'],
    also: { place: 'buyer', memberRoles: ['ENG_ADMIN'], granted: ['SWITCH_DASHBOARD'], dashboard: 'STORE_FRONT' },
  },
  {
    name: 'lot',
    firstName: 'Line',
    lastName: 'Terminal',
    does: 'shared terminal of the work centre; the PIN of Olga there is 2580',
    place: 'root',
    memberRoles: ['LOT_USER'],
  },
  {
    name: 'finance',
    firstName: 'Farid',
    lastName: 'Haddad',
    does: 'purchases, and looks after the money',
    place: 'root',
    memberRoles: ['SP_PURCHASE', 'FINANCIAL_CONTROLLER'],
  },
  {
    name: 'legal',
    firstName: 'Lena',
    lastName: 'Vogt',
    does: 'signs and checks agreements',
    place: 'root',
    memberRoles: ['SP_LEGAL'],
  },
  {
    name: 'buyeradmin',
    firstName: 'Birgit',
    lastName: 'Olsen',
    does: 'administrator of the buyer',
    place: 'buyer',
    memberRoles: ['ENG_SUPER_ADMIN'],
    dashboard: 'STORE_FRONT',
  },
];

export const demoEmail = ({ name }: Pick<DemoAccount, 'name'>): string => `${name}@${domain}`;

const sides: Record<PlaceName, { role: Role; account_type: AccountType }> = {
  root: { role: 'ROLE_SERVICE_PROVIDER', account_type: 'SERVICE_PROVIDER' },
  second: { role: 'ROLE_SERVICE_PROVIDER', account_type: 'SERVICE_PROVIDER' },
  buyer: { role: 'ROLE_ENGINEER', account_type: 'ENGINEER' },
  third: { role: 'ROLE_ENGINEER', account_type: 'THIRD_PARTY_ENGINEER' },
};

/** The demo company's facilities, buyers and accounts. */
export async function seedAccounts(db: RoomTransaction, now: Date): Promise<DemoWorld> {
  const rootFacilityId = await addFacility(db, {
    company_name: 'Demo Additive GmbH',
    code: 'DAG',
    time_zone: 'Europe/Berlin',
    phone: '+49 30 5550100',
    website: 'https://additive.demo.example',
    description: 'Metal and polymer parts from prototypes to series.',
    address: address('Demo Additive GmbH', '+49 30 5550100', 'Werkstraße 12', '12345', 'Berlin', 'DE'),
  });
  const secondFacilityId = await addFacility(db, {
    company_name: 'Demo Additive Lyon',
    code: 'LYO',
    time_zone: 'Europe/Paris',
    root_facility_id: rootFacilityId,
    phone: '+33 4 65 55 01 00',
    website: 'https://lyon.demo.example',
    description: 'Polymer parts and finishing.',
    address: address('Demo Additive Lyon', '+33 4 65 55 01 00', '8 rue des Ateliers', '69007', 'Lyon', 'FR'),
  });
  const buyerCompanyId = await addCompany(db, {
    name: 'Nordwind Robotics',
    phone: '+47 22 55 01 00',
    billing_address: address('Nordwind Robotics', '+47 22 55 01 00', 'Havnegata 3', '0150', 'Oslo', 'NO'),
  });
  const thirdCompanyId = await addCompany(db, {
    name: 'Quinn Design Studio',
    phone: '+353 1 555 0100',
    let_in_by_facility_id: rootFacilityId,
    billing_address: address('Quinn Design Studio', '+353 1 555 0100', '4 Canal Row', 'D08 X000', 'Dublin', 'IE'),
  });
  const places = {
    root: { facility_id: rootFacilityId },
    second: { facility_id: secondFacilityId },
    buyer: { company_id: buyerCompanyId },
    third: { company_id: thirdCompanyId },
  };
  // They are tried out with their printed password alone.
  await db
    .insertInto('security_policy')
    .values({ facility_id: rootFacilityId, company_id: null, ...storedPolicy })
    .execute();
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
        switch_account_enabled: account.also !== undefined,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    users[demoEmail(account)] = id;
    const memberships = [account, ...(account.also ? [account.also] : [])].map((membership) => ({
      user_id: id,
      ...sides[membership.place],
      ...places[membership.place],
      member_roles: membership.memberRoles,
      permissions_granted: membership.granted ?? [],
      authorities: membership === account ? (account.authorities ?? []) : [],
      dashboard: membership.dashboard ?? 'NORMAL',
    }));
    await db.insertInto('membership').values(memberships).execute();
  }
  return { now, rootFacilityId, secondFacilityId, buyerCompanyId, thirdCompanyId, users };
}

function address(
  companyName: string,
  phone: string,
  line1: string,
  postalCode: string,
  city: string,
  countryCode: string,
): string {
  const empty = { contactName: '', line2: '', region: '' };
  return JSON.stringify({ ...empty, companyName, phone, line1, postalCode, city, countryCode });
}

async function addFacility(db: RoomTransaction, facility: Omit<Insertable<DemoTables['facility']>, 'currency'>) {
  const { id } = await db
    .insertInto('facility')
    .values({ ...facility, currency: 'EUR' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addCompany(db: RoomTransaction, company: Insertable<DemoTables['company']>) {
  const { id } = await db.insertInto('company').values(company).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The demo company of a database that has it; `null` elsewhere. */
export async function readWorld(db: RoomDb, now: Date): Promise<DemoWorld | null> {
  const marker = await db.selectFrom('demo_seed').select('removed_at').where('owner', '=', 'host').executeTakeFirst();
  if (!marker || marker.removed_at !== null) return null;
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
