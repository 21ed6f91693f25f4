import { CallError } from '@sinter/sdk/contract';
import type { ActiveSession } from './activeSession.ts';

/** How long a proof of identity holds. */
export const proofMinutes = 5;

/** Throws REAUTHENTICATE unless the user has shown within five minutes who they are, FORBIDDEN for an API key. */
export function requireProof(session: ActiveSession | null): void {
  // A key cannot be asked for a proof.
  if (session?.principal.via !== 'session') throw new CallError('FORBIDDEN');
  if (Date.now() - session.authenticatedAt.getTime() > proofMinutes * 60_000) throw new CallError('REAUTHENTICATE');
}
