import type { SessionUser } from '../contract/host/session.ts';

type Facility = NonNullable<SessionUser['serviceProvider']>;
type Company = NonNullable<SessionUser['engineer']>;

const person = {
  id: 5,
  email: 'pat@example.com',
  firstName: 'Pat',
  lastName: 'Person',
  memberRoles: [],
  authorities: [],
  dashboard: '',
  emailVerfied: true,
  dateFormat: '',
  language: 'en_US',
  switchAccountEnabled: false,
  secondFactorDue: false,
} satisfies Partial<SessionUser>;

/** What differs from the usual provider; of the facility only what differs there. */
export type ProviderChange = Partial<Omit<SessionUser, 'serviceProvider'>> & { serviceProvider?: Partial<Facility> };

/** Somebody of a root facility, with none of the permissions: name those that the test is about. */
export function providerUser({ serviceProvider, ...change }: ProviderChange = {}): SessionUser {
  return {
    ...person,
    roles: [{ roleName: 'ROLE_SERVICE_PROVIDER' }],
    defaultRole: 'ROLE_SERVICE_PROVIDER',
    accountType: 'SERVICE_PROVIDER',
    engineer: null,
    ...change,
    serviceProvider: {
      id: 1,
      companyName: 'Works',
      permissions: [],
      rootSpId: null,
      workplanEnabled: false,
      timeZone: 'UTC',
      currency: 'EUR',
      ...serviceProvider,
    },
  };
}

/** What differs from the usual buyer; of the company only what differs there. */
export type BuyerChange = Partial<Omit<SessionUser, 'engineer'>> & { engineer?: Partial<Company> };

/** Somebody of a buyer company, with none of the permissions. */
export function buyerUser({ engineer, ...change }: BuyerChange = {}): SessionUser {
  return {
    ...person,
    roles: [{ roleName: 'ROLE_ENGINEER' }],
    defaultRole: 'ROLE_ENGINEER',
    accountType: 'ENGINEER',
    serviceProvider: null,
    ...change,
    engineer: { id: 2, companyName: 'Acme', permissions: [], b2cDashboard: false, ...engineer },
  };
}
