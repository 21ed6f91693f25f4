import type { Configuration, CustomFetch } from 'openid-client';
import * as z from 'zod';
import type { Outbound } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { isTrusted, siteAddresses } from './addresses.ts';
import { isLoopback } from '../http/loopback.ts';
import { clientSecretOf, enabledConnection, type Connection, type OidcSettings } from './connections.ts';
import { type Answer, type Beginning, SsoRefusal } from './roundTrip.ts';

/** What is remembered while somebody is at the provider; its handle is the state. */
const request = {
  name: 'oidc-request',
  data: z.object({
    connectionId: z.number(),
    browser: z.string(),
    landing: z.string(),
    nonce: z.string(),
    verifier: z.string(),
  }),
  minutes: 15,
};

const viaOutbound =
  (call: Outbound): CustomFetch =>
  (address, { method, headers, body, signal }) =>
    call(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : body instanceof Uint8Array ? body : String(body),
      ...(signal && { signal }),
    });

/** The provider as it describes itself. Throws where it cannot be reached or used. */
export async function discover(
  call: Outbound,
  { issuer, clientId }: Pick<OidcSettings, 'issuer' | 'clientId'>,
  secret: string,
): Promise<Configuration> {
  const client = await import('openid-client');
  const address = new URL(issuer);
  const configuration = await client.discovery(address, clientId, undefined, client.ClientSecretBasic(secret), {
    [client.customFetch]: viaOutbound(call),
    execute: isLoopback(address) ? [client.allowInsecureRequests] : [],
  });
  const { authorization_endpoint, token_endpoint } = configuration.serverMetadata();
  if (!isTrusted(authorization_endpoint ?? '') || !isTrusted(token_endpoint ?? '')) {
    throw new Error('The discovery document names no usable addresses.');
  }
  return configuration;
}

/** Discovery documents and keys change seldom; a changed connection is another one. */
const known = new Map<string, { configuration: Configuration; at: number }>();
const keepFor = 10 * 60_000;

async function provider(host: Parts, connection: Connection, settings: OidcSettings): Promise<Configuration> {
  const key = `${host.publicUrl()} ${connection.id} ${connection.updatedAt.getTime()}`;
  const found = known.get(key);
  if (found && Date.now() - found.at < keepFor) return found.configuration;
  const configuration = await discover(host.outbound, settings, clientSecretOf(host, connection) ?? '').catch(
    (error: unknown) => {
      throw new SsoRefusal('unavailable', `The provider cannot be reached: ${String(error)}`, { cause: error });
    },
  );
  if (known.size > 100) known.clear();
  known.set(key, { configuration, at: Date.now() });
  return configuration;
}

/** The address at the provider that the browser is sent to. */
export async function startOidc(
  host: Parts,
  settings: OidcSettings,
  { connection, browser, landing }: Beginning,
): Promise<string> {
  const client = await import('openid-client');
  const configuration = await provider(host, connection, settings);
  const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
  const data = { connectionId: connection.id, browser, landing, nonce, verifier };
  const state = await host.challenges.ask(request, data);
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: siteAddresses(host.publicUrl()).oidcRedirectURL,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  }).href;
}

const claimsSchema = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

/** Finishes at the address that the provider sent the browser back to. Throws SsoRefusal and LINK_EXPIRED. */
export async function readCallback(host: Parts, address: URL): Promise<Answer> {
  const state = address.searchParams.get('state') ?? '';
  const { data } = await host.challenges.take(request, state);
  const connection = await enabledConnection(host.db, data.connectionId);
  if (connection?.settings.authType !== 'OIDC') throw new SsoRefusal('unavailable', 'The connection is off.');
  const client = await import('openid-client');
  const configuration = await provider(host, connection, connection.settings);
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: data.verifier,
      expectedState: state,
      expectedNonce: data.nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new SsoRefusal('refused', 'The provider sent no ID token.');
    // Providers may tell the address only when asked for it; both are one answer, or neither is.
    const more =
      typeof idToken['email'] === 'string'
        ? idToken
        : await client.fetchUserInfo(configuration, tokens.access_token, idToken.sub);
    const claims = claimsSchema.parse(more);
    if (claims.email_verified !== true) throw new SsoRefusal('refused', 'The provider has not verified the address.');
    const identity = {
      subject: idToken.sub,
      email: claims.email ?? '',
      firstName: claims.given_name ?? '',
      lastName: claims.family_name ?? '',
    };
    return { connectionId: connection.id, browser: data.browser, landing: data.landing, identity };
  } catch (error) {
    if (error instanceof SsoRefusal) throw error;
    throw new SsoRefusal('refused', String(error), { cause: error });
  }
}
