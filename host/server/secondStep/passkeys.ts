import { isIP } from 'node:net';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { Parts } from './parts.ts';
import type { RoomDb } from '../session/tables.ts';
import { say } from '../say.ts';

/** Whom passkeys are made for: `id` is a host name, `origin` the page that may ask for them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

const isLocal = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');

/** `null` where a page at this address cannot use passkeys. */
export function relyingParty(publicUrl: string, pageOrigin: string): RelyingParty | null {
  const page = new URL(pageOrigin);
  const { hostname } = page;
  if (hostname !== new URL(publicUrl).hostname && !isLocal(hostname)) return null;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return page.protocol === 'https:' || isLocal(hostname) ? { id: hostname, origin: page.origin } : null;
}

const text = z.string().max(20_000);
const common = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.looseObject({}) };
const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: z.string().max(200_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
const assertionSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
});

const question = { data: z.object({ challenge: z.string() }), minutes: 5 };
const makeQuestion = { name: 'passkey-make', ...question };
const useQuestion = {
  name: 'passkey-use',
  data: question.data.extend({
    /** The second step of a sign-in: its ticket, sealed. */
    signIn: z.string().nullable(),
  }),
  minutes: 5,
};

/** What the browser needs to make one, and the ticket that its answer comes with. */
export async function askToMake(host: Parts, party: RelyingParty, user: { id: number; email: string; name: string }) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(String(user.id)),
    attestationType: 'none',
    excludeCredentials: await passkeysOf(host.db, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const ticket = await host.challenges.ask(makeQuestion, { challenge: options.challenge }, { userId: user.id });
  return { ticket, options: { ...options } };
}

export interface MadePasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** The passkey that answers `askToMake`. Throws LINK_EXPIRED, and INVALID_INPUT for one that does not. */
export async function readMade(
  host: Parts,
  party: RelyingParty,
  userId: number,
  answer: { ticket: string; credential: unknown },
): Promise<MadePasskey> {
  const asked = await host.challenges.take(makeQuestion, answer.ticket);
  if (asked.userId !== userId) throw new CallError('LINK_EXPIRED');
  const parsed = registrationSchema.safeParse(answer.credential);
  if (!parsed.success) throw notUsable();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await verifyRegistrationResponse({
    response: parsed.data,
    expectedChallenge: asked.data.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    // The library has nothing but errors with a text to say that a credential is wrong.
    throw notUsable(error);
  });
  if (!result.verified) throw notUsable();
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter, transports: parsed.data.response.transports ?? [] };
}

function notUsable(cause?: unknown): CallError {
  const error = new CallError('INVALID_INPUT', undefined, {
    fields: { credential: say('passkeyUnusable') },
  });
  error.cause = cause;
  return error;
}

/** A question for one of the user's passkeys, or for any that knows its user by itself. */
export async function askToUse(host: Parts, party: RelyingParty, of: { userId?: number; signIn?: string }) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: of.userId === undefined ? undefined : await passkeysOf(host.db, of.userId),
    userVerification: of.signIn === undefined ? 'required' : 'preferred',
  });
  const signIn = of.signIn === undefined ? null : host.secrets.seal(useQuestion.name, of.signIn);
  const ticket = await host.challenges.ask(
    useQuestion,
    { challenge: options.challenge, signIn },
    { userId: of.userId },
  );
  return { ticket, options: { ...options } };
}

export interface PasskeyAnswer {
  /** Whose question it was; `null` for anybody's. */
  askedOf: number | null;
  /** Ticket of the sign-in that the question was the second step of. */
  signIn: string | null;
  /**
   * The user whose passkey has answered, `null` for a wrong answer. Without a sign-in before it the device must have
   * verified the person: the passkey then is both factors.
   */
  verify(): Promise<number | null>;
}

/** Takes the question that is answered: it cannot be answered again. Throws LINK_EXPIRED. */
export async function takeAnswer(
  host: Parts,
  party: RelyingParty,
  answer: { ticket: string; credential: unknown },
  log: (reason: string) => void,
): Promise<PasskeyAnswer> {
  const { userId: askedOf, data } = await host.challenges.take(useQuestion, answer.ticket);
  return {
    askedOf,
    signIn: data.signIn === null ? null : host.secrets.open(useQuestion.name, data.signIn),
    async verify() {
      const parsed = assertionSchema.safeParse(answer.credential);
      if (!parsed.success) return null;
      const row = await host.db
        .selectFrom('passkey')
        .select(['user_id', 'public_key', 'counter'])
        .where('id', '=', parsed.data.id)
        .executeTakeFirst();
      if (!row || (askedOf !== null && askedOf !== row.user_id)) return null;
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const result = await verifyAuthenticationResponse({
        response: parsed.data,
        expectedChallenge: data.challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: { id: parsed.data.id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
        requireUserVerification: data.signIn === null,
      }).catch((error: unknown) => {
        log(String(error));
        return null;
      });
      if (!result?.verified) return null;
      const used = await host.db
        .updateTable('passkey')
        .set({ counter: result.authenticationInfo.newCounter, last_used_at: new Date() })
        .where('id', '=', parsed.data.id)
        .where('counter', '=', row.counter)
        .executeTakeFirst();
      return used.numUpdatedRows === 1n ? row.user_id : null;
    },
  };
}

function passkeysOf(db: RoomDb, userId: number): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom('passkey').select(['id', 'transports']).where('user_id', '=', userId).execute();
}
