import type { ComponentType } from 'react';
import type { Browser } from '#host/browser/browser.ts';
import type { Place } from '../Place.ts';
import type { PublicScreen, PublicScreenName } from '../publicScreens.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { GuestTask } from './GuestTask.tsx';
import { Invitation } from './Invitation.tsx';
import { Register } from './Register.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { Setup } from './Setup.tsx';
import { VerifyEmail } from './VerifyEmail.tsx';

interface PublicScreenProps {
  browser: Browser;
  place: Place;
  /** From the mailed link; empty for screens without one. */
  secret: string;
}

const screens: Record<Exclude<PublicScreenName, 'signIn'>, ComponentType<PublicScreenProps>> = {
  forgotPassword: ForgotPassword,
  register: Register,
  resetPassword: ResetPassword,
  invitation: Invitation,
  guestTask: GuestTask,
  verifyEmail: VerifyEmail,
  setup: Setup,
  setupLink: Setup,
};

/** What can be done without a session, beside signing in. */
export default function PublicScreens({
  browser,
  place,
  screen,
}: {
  browser: Browser;
  place: Place;
  screen: PublicScreen;
}) {
  if (screen.name === 'signIn') return null;
  const Screen = screens[screen.name];
  return <Screen browser={browser} place={place} secret={screen.secret} />;
}
