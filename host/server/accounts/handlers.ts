import type { Parts } from './parts.ts';
import { handleInvitations } from './invitations.ts';
import { handleProfile } from './profile.ts';
import { handleRecovery } from './recovery.ts';
import { handleRegistration } from './registration.ts';
import { handleSwitching } from './switching.ts';

/** People's own accounts: registering, verifying, changing, and switching role or facility. */
export function handleAccounts(host: Parts): void {
  handleRegistration(host);
  handleInvitations(host);
  handleRecovery(host);
  handleProfile(host);
  handleSwitching(host);
}
