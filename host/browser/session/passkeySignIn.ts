import type { ApiClient } from '@sinter/sdk/api';
import { askPasskey, secondFactor } from '@sinter/sdk/contract/host/security';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { answer } from './passkeys.ts';

/** All of a sign-in by a passkey; the browser asks which. */
export async function passkeySignIn(api: ApiClient, ticketOfPassword?: string): Promise<SessionUser> {
  const { ticket, options } = await api.call(askPasskey, { body: { ticket: ticketOfPassword } });
  const credential = await answer(options);
  return api.call(secondFactor, { body: { ticket, method: 'PASSKEY', credential } });
}
