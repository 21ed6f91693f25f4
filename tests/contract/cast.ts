import { hostDb } from '#host/server/allTables.ts';
import type { TestServer } from '#host/server/testing.ts';
import type { AccountType, Authority, MemberRole, Role } from '@sinter/sdk/contract';
import { memberRoleSchema } from '@sinter/sdk/contract';
import { defaultPermissions } from './rights.ts';

/** Somebody of the cast: who they are, as the test knows it, and how they sign in. */
export interface Actor {
  name: string;
  /** `null`: nobody is signed in. */
  session: string | null;
  role: Role;
  accountType: AccountType;
  memberRoles: MemberRole[];
  permissions: readonly string[];
  authorities: readonly string[];
  verified: boolean;
  storeFront: boolean;
  root: boolean;
}

interface Part {
  name: string;
  memberRoles: MemberRole[];
  accountType?: AccountType;
  place?: 'root' | 'second' | 'buyer' | 'third';
  storeFront?: boolean;
  authorities?: Authority[];
  unverified?: boolean;
}

const isProvider = (role: MemberRole): boolean => !role.startsWith('ENG_');

/** Every role by itself, and the kinds of people that a role alone does not make. */
const parts: readonly Part[] = [
  ...memberRoleSchema.options.map((role): Part => ({
    name: role,
    memberRoles: [role],
    place: isProvider(role) ? 'root' : 'buyer',
  })),
  {
    name: 'root super admin with authorities',
    memberRoles: ['SP_SUPER_ADMIN'],
    authorities: ['ROLE_ADMIN', 'ROLE_EMAIL_SETTINGS_EDITOR'],
  },
  { name: 'super admin of another facility', memberRoles: ['SP_SUPER_ADMIN'], place: 'second' },
  { name: 'buyer of the store front', memberRoles: ['ENG_ADMIN'], place: 'buyer', storeFront: true },
  { name: 'worker at a terminal', memberRoles: ['SP_NON_ADMIN', 'LOT_USER'] },
  { name: 'third-party engineer', memberRoles: ['ENG_NON_ADMIN'], place: 'third', accountType: 'THIRD_PARTY_ENGINEER' },
  { name: 'unverified provider', memberRoles: ['SP_SUPER_ADMIN'], unverified: true },
  { name: 'unverified engineer', memberRoles: ['ENG_SUPER_ADMIN'], place: 'buyer', unverified: true },
];

/** Makes them all in the server's database, and signs them in. */
export async function createCast(server: TestServer): Promise<Actor[]> {
  const db = hostDb(server.services.db);
  const { rootFacilityId, secondFacilityId, buyerCompanyId, thirdCompanyId } = server.world;
  const places = {
    root: { facility_id: rootFacilityId },
    second: { facility_id: secondFacilityId },
    buyer: { company_id: buyerCompanyId },
    third: { company_id: thirdCompanyId },
  };
  const cast: Actor[] = [];
  for (const [index, part] of parts.entries()) {
    const { place = 'root', memberRoles, storeFront = false, authorities = [] } = part;
    const role: Role = place === 'root' || place === 'second' ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER';
    const accountType = part.accountType ?? (role === 'ROLE_ENGINEER' ? 'ENGINEER' : 'SERVICE_PROVIDER');
    const { id } = await db
      .insertInto('app_user')
      .values({
        email: `cast${index}@demo.example`,
        first_name: 'Cast',
        last_name: part.name,
        email_verified: !part.unverified,
        switch_account_enabled: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('membership')
      .values({
        user_id: id,
        role,
        account_type: accountType,
        member_roles: memberRoles,
        authorities,
        dashboard: storeFront ? 'STORE_FRONT' : 'NORMAL',
        ...places[place],
      })
      .execute();
    cast.push({
      name: part.name,
      session: await server.node.sessions.start(id, { userAgent: 'test', address: '127.0.0.1' }),
      role,
      accountType,
      memberRoles,
      storeFront,
      permissions: defaultPermissions(memberRoles),
      authorities: [role, ...authorities],
      verified: !part.unverified,
      root: place === 'root',
    });
  }
  return cast;
}

export const nobody: Actor = {
  name: 'nobody',
  session: null,
  role: 'ROLE_ENGINEER',
  accountType: 'ENGINEER',
  memberRoles: [],
  permissions: [],
  authorities: [],
  verified: false,
  storeFront: false,
  root: false,
};
