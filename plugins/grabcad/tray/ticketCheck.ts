import { createPublicKey } from 'node:crypto';
import { TrayError } from './TrayError.ts';
import { trayKeySchema, verifyTicket } from './ticket.ts';
import type { TicketClaims, TrayKey } from './ticket.ts';

/**
 * Verifies a ticket with the key of the server behind the page. The key is asked for each time: the server may have
 * been given a new one, and pages seldom connect. Throws `TICKET_REFUSED`.
 */
export async function checkWithServer(
  ticket: string,
  expected: { origin: string; nonce: string },
): Promise<TicketClaims> {
  const key = await serverKey(`${expected.origin}/api/v1/grabcad/tray-key`);
  return verifyTicket(createPublicKey({ key, format: 'jwk' }), ticket, expected);
}

async function serverKey(address: string): Promise<TrayKey> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
    return trayKeySchema.parse(await response.json());
  } catch (error) {
    throw new TrayError('TICKET_REFUSED', `The ticket could not be checked with ${address}: ${String(error)}`);
  }
}
