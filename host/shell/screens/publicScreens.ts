import { matchPath } from '#registry/paths';

const paths = {
  signIn: '/custom-login',
  forgotPassword: '/forgot-password',
  register: '/register',
  resetPassword: '/reset-password/:token',
  invitation: '/invitation/:token',
  guestTask: '/task/:token',
  verifyEmail: '/verify-email/:hash',
  setup: '/setup',
  setupLink: '/setup/:token',
} as const;

export type PublicScreenName = keyof typeof paths;

export interface PublicScreen {
  name: PublicScreenName;
  /** From the mailed link. */
  secret: string;
  /** Also for people who are signed in: a mailed link may be opened in any browser. */
  always: boolean;
}

const names: readonly PublicScreenName[] = [
  'signIn',
  'forgotPassword',
  'register',
  'resetPassword',
  'invitation',
  'guestTask',
  'verifyEmail',
  'setup',
  'setupLink',
];

/** The screen that a path names before anybody has signed in (specification 2.2). */
export function publicScreen(pathname: string): PublicScreen | null {
  for (const name of names) {
    const params = matchPath(paths[name], pathname);
    if (params) return { name, secret: params['token'] ?? params['hash'] ?? '', always: paths[name].includes(':') };
  }
  return null;
}
