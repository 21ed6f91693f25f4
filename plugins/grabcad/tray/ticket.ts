import { sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { TrayError } from './TrayError.ts';

/** Node only: the proof, signed by the server, that a page speaks for one of its users. */
const claimsSchema = z.object({
  aud: z.literal('tray'),
  /** The page's origin. */
  origin: z.string(),
  user: z.number().int(),
  facility: z.number().int(),
  /** The tool's, from its HELLO: a ticket is good for one connection. */
  nonce: z.string(),
  /** Epoch seconds. */
  iat: z.number().int(),
  exp: z.number().int(),
});
export type TicketClaims = z.infer<typeof claimsSchema>;

/** Public half of the server's Ed25519 key, as `GET /api/v1/grabcad/tray-key` answers it. */
export const trayKeySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
export type TrayKey = z.infer<typeof trayKeySchema>;

const lifeSeconds = 60;
/** Between the server's clock and the desktop's; the nonce already keeps a ticket from being used twice. */
const leewaySeconds = 30;
const header = { alg: 'EdDSA', typ: 'JWT' };
const headerSchema = z.object({ alg: z.literal('EdDSA') });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS, good for 60 s. `now` in epoch milliseconds. */
export function signTicket(
  privateKey: KeyObject,
  claims: Omit<TicketClaims, 'aud' | 'iat' | 'exp'>,
  now = Date.now(),
): string {
  const iat = Math.floor(now / 1000);
  return signClaims(privateKey, { ...claims, aud: 'tray', iat, exp: iat + lifeSeconds });
}

/** A compact JWS of whatever it is given: tickets, and what only looks like one. */
export function signClaims(privateKey: KeyObject, claims: Readonly<Record<string, string | number>>): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** Throws `TICKET_REFUSED` unless the ticket is the server's, in time, and for this origin and nonce. */
export function verifyTicket(
  publicKey: KeyObject,
  ticket: string,
  expected: { origin: string; nonce: string },
  now = Date.now(),
): TicketClaims {
  const [head, body, signature, ...rest] = ticket.split('.');
  if (!head || !body || !signature || rest.length > 0) throw refused('it is not a signed ticket');
  if (!headerSchema.safeParse(decode(head)).success) throw refused('its algorithm is not EdDSA');
  if (!verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))) {
    throw refused('its signature is not the server’s');
  }
  const parsed = claimsSchema.safeParse(decode(body));
  if (!parsed.success) throw refused('it is not for a tray tool');
  const claims = parsed.data;
  const seconds = now / 1000;
  if (claims.exp - claims.iat > lifeSeconds) throw refused('it lives too long');
  if (claims.exp + leewaySeconds < seconds || claims.iat - leewaySeconds > seconds) throw refused('it is out of date');
  if (claims.origin !== expected.origin) throw refused('it is for another origin');
  if (claims.nonce !== expected.nonce) throw refused('it is for another connection');
  return claims;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    throw refused('it cannot be read');
  }
}

const refused = (why: string): TrayError => new TrayError('TICKET_REFUSED', `The ticket was refused: ${why}.`);
