import { matchPath } from '#registry/paths';

const paths = {
  signIn: '/custom-login',
  forgotPassword: '/forgot-password',
  register: '/register',
  resetPassword: '/reset-password/:token',
  invitation: '/invitation/:token',
  verifyEmail: '/verify-email/:hash',
} as const;

export type PublicScreenName = keyof typeof paths;

export interface PublicScreen {
  name: PublicScreenName;
  /** From the mailed link. */
  secret: string;
  /** Serves people who are signed in, too: a link from a mail is opened in whatever browser is at hand. */
  always: boolean;
}

const names: readonly PublicScreenName[] = [
  'signIn',
  'forgotPassword',
  'register',
  'resetPassword',
  'invitation',
  'verifyEmail',
];

/** The screen that a path names before anybody has signed in (specification 2.2). */
export function publicScreen(pathname: string): PublicScreen | null {
  for (const name of names) {
    const params = matchPath(paths[name], pathname);
    if (params) return { name, secret: params['token'] ?? params['hash'] ?? '', always: paths[name].includes(':') };
  }
  return null;
}
