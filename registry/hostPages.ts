import { anyone, engineer, member, signedIn, signedInVerified } from '@sinter/sdk/contract/guard';
import type { Guard } from '@sinter/sdk/contract/guard';

export interface HostPage {
  path: string;
  guard: Guard;
}

/** What the host serves itself (specification 2.2), before and without any plugin. No plugin may take these paths. */
export const hostPages: readonly HostPage[] = [
  { path: '/', guard: signedIn },
  { path: '/custom-login', guard: anyone },
  { path: '/forgot-password', guard: anyone },
  { path: '/reset-password/:token', guard: anyone },
  { path: '/invitation/:token', guard: anyone },
  { path: '/logout', guard: anyone },
  { path: '/register', guard: anyone },
  { path: '/account-verify', guard: signedIn },
  { path: '/second-factor', guard: signedInVerified },
  { path: '/verify-email/:hash', guard: anyone },
  { path: '/saml/login', guard: anyone },
  { path: '/access-denied', guard: member() },
  { path: '/switch/:role', guard: member({ permissions: ['SWITCH_DASHBOARD'] }) },
  { path: '/switch-facility/:id', guard: member({ roles: ['ROLE_SERVICE_PROVIDER'] }) },
  { path: '/service-provider/user/profile/update', guard: member({ roles: ['ROLE_SERVICE_PROVIDER'] }) },
  { path: '/engineer/user/profile/update', guard: engineer },
  { path: '/profile/update', guard: engineer },
  { path: '/service-provider/keys', guard: member({ accountTypes: ['SERVICE_PROVIDER'] }) },
  { path: '/engineer/keys', guard: member({ accountTypes: ['ENGINEER'] }) },
];
