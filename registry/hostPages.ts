import { anyMember, anyone, engineer, member, provider, signedIn, signedInVerified } from '@sinter/sdk/contract/guard';
import type { Guard } from '@sinter/sdk/contract/guard';

export interface HostPage {
  path: string;
  guard: Guard;
  /** Ids of the calls that the page cannot do without: a user who may open it must be allowed each of them. */
  calls: readonly string[];
}

/** Pages that the host itself serves without any plugin (specification 2.2). Plugins cannot take these paths. */
export const hostPages: readonly HostPage[] = [
  { path: '/', guard: signedIn, calls: [] },
  { path: '/custom-login', guard: anyone, calls: ['host.customLogin', 'host.loginSsoConfig'] },
  { path: '/forgot-password', guard: anyone, calls: ['host.forgotPassword'] },
  { path: '/reset-password/:token', guard: anyone, calls: ['host.resetPassword'] },
  { path: '/invitation/:token', guard: anyone, calls: ['host.invitation', 'host.registerWithoutVerification'] },
  { path: '/logout', guard: anyone, calls: [] },
  { path: '/register', guard: anyone, calls: ['host.register'] },
  { path: '/account-verify', guard: signedIn, calls: ['host.resendEmailVerification'] },
  {
    path: '/second-factor',
    guard: signedInVerified,
    calls: ['host.secondFactors', 'host.startTotp', 'host.confirmTotp'],
  },
  { path: '/verify-email/:hash', guard: anyone, calls: ['host.verifyEmail'] },
  { path: '/setup', guard: anyone, calls: [] },
  { path: '/setup/:token', guard: anyone, calls: ['host.readSetup', 'host.setUp'] },
  { path: '/saml/login', guard: anyone, calls: [] },
  { path: '/access-denied', guard: anyMember('It says that something else is closed.'), calls: [] },
  {
    path: '/inbox',
    guard: anyMember('Everybody reads what they were told themselves.'),
    calls: ['host.listNotifications', 'host.markNotifications', 'host.markAllNotifications'],
  },
  {
    path: '/inbox/settings',
    guard: anyMember('Everybody says what they want to be told themselves.'),
    calls: ['host.readNotificationSettings', 'host.saveNotificationSettings'],
  },
  {
    path: '/apps/:id/settings',
    guard: provider('FACILITY_SETTINGS_EDITOR'),
    calls: ['apps.form', 'apps.saveForm', 'apps.grants', 'apps.saveGrants', 'apps.exportData', 'apps.deleteData'],
  },
  {
    path: '/local-builds/:id',
    guard: provider('FACILITY_SETTINGS_EDITOR'),
    calls: ['host.localBuild', 'host.loadLocalBuild', 'host.stopLocalBuild'],
  },
  { path: '/switch/:role', guard: member({ permissions: ['SWITCH_DASHBOARD'] }), calls: ['host.switchRole'] },
  { path: '/switch-facility/:id', guard: member({ roles: ['ROLE_SERVICE_PROVIDER'] }), calls: ['host.switchFacility'] },
  {
    path: '/service-provider/user/profile/update',
    guard: member({ roles: ['ROLE_SERVICE_PROVIDER'] }),
    calls: ['host.userProfile', 'host.updateUserProfile', 'host.sessions'],
  },
  {
    path: '/engineer/user/profile/update',
    guard: engineer,
    calls: ['host.userProfile', 'host.updateUserProfile', 'host.sessions'],
  },
  { path: '/profile/update', guard: engineer, calls: ['host.userProfile', 'host.updateUserProfile', 'host.sessions'] },
  {
    path: '/service-provider/keys',
    guard: member({ accountTypes: ['SERVICE_PROVIDER'], notOnly: ['LOT_USER'] }),
    calls: ['host.keys', 'host.resetKeys'],
  },
  { path: '/engineer/keys', guard: member({ accountTypes: ['ENGINEER'] }), calls: ['host.keys', 'host.resetKeys'] },
];
