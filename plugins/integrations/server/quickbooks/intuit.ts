import { keptSecrets, outbound, siteAddress, type Outbound, type Services, type Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import type { Configuration, CustomFetch, TokenEndpointResponse } from 'openid-client';
import * as z from 'zod';
import { clientSecretName, type ConnectionRow, type Tokens } from './rows.ts';

/** The app of a facility at Intuit. */
export interface App {
  clientId: string;
  secret: string;
  redirectURL: string;
  at: Addresses;
  call: Outbound;
}

interface Addresses {
  authorize: string;
  token: string;
  revoke: string;
  api: string;
}

/** What an app was given, by which code or older token. */
export interface Granted extends Tokens {
  accessUntil: Date;
}

const production: Addresses = {
  authorize: 'https://appcenter.intuit.com/connect/oauth2',
  token: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revoke: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
  api: 'https://quickbooks.api.intuit.com',
};

/** All paths are different, so that one address can stand for all four servers. */
function addressesOf({
  environment,
  api_address: base,
}: Pick<ConnectionRow, 'environment' | 'api_address'>): Addresses {
  if (base !== null) {
    const api = base.replace(/\/+$/, '');
    const there = (address: string) => api + new URL(address).pathname;
    const { authorize, token, revoke } = production;
    return { authorize: there(authorize), token: there(token), revoke: there(revoke), api };
  }
  return environment === 'SANDBOX' ? { ...production, api: 'https://sandbox-quickbooks.api.intuit.com' } : production;
}

export const redirectURL = (services: Pick<Services, 'get'>): string =>
  `${services.get(siteAddress)()}/service-provider/settings/quickbooks`;

/** `null` until the facility has entered it whole. */
export async function appOf(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  row: ConnectionRow | undefined,
): Promise<App | null> {
  if (!row || row.client_id === '') return null;
  const secret = await services.get(keptSecrets).find(db, clientSecretName(row.facility_id));
  if (secret === null) return null;
  return {
    ...{ clientId: row.client_id, secret, redirectURL: redirectURL(services) },
    ...{ at: addressesOf(row), call: services.get(outbound) },
  };
}

/** The other side says no: another attempt would not change that. */
export class IntuitRefused extends Error {}

export async function authorizeURL(app: App, state: string): Promise<string> {
  const client = await import('openid-client');
  return client.buildAuthorizationUrl(await configured(app), {
    redirect_uri: app.redirectURL,
    scope: 'com.intuit.quickbooks.accounting',
    state,
  }).href;
}

/** Throws IntuitRefused for a code that is not good. */
export async function exchange(app: App, { code, state }: { code: string; state: string }): Promise<Granted> {
  const client = await import('openid-client');
  const address = new URL(app.redirectURL);
  address.search = new URLSearchParams({ code, state }).toString();
  return granted(client.authorizationCodeGrant(await configured(app), address, { expectedState: state }));
}

/** Throws IntuitRefused where the permission is gone. */
export async function renew(app: App, refresh: string): Promise<Granted> {
  const client = await import('openid-client');
  return granted(client.refreshTokenGrant(await configured(app), refresh), refresh);
}

/** As Intuit documents it, which is JSON and not the form of the standard. */
export async function revoke({ at, call, clientId, secret }: App, token: string): Promise<void> {
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  const answer = await call(at.revoke, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`The token was not revoked: ${answer.status}`);
}

const companySchema = z.object({ CompanyInfo: z.object({ CompanyName: z.string().min(1).max(200) }) });

export async function companyName({ at, call }: App, realmId: string, access: string): Promise<string> {
  const answer = await call(`${at.api}/v3/company/${realmId}/companyinfo/${realmId}?minorversion=75`, {
    headers: { authorization: `Bearer ${access}`, accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`The company was not read: ${answer.status}`);
  return companySchema.parse(await answer.json()).CompanyInfo.CompanyName;
}

async function configured({ at, call, clientId, secret }: App): Promise<Configuration> {
  const client = await import('openid-client');
  const server = { issuer: at.api, authorization_endpoint: at.authorize, token_endpoint: at.token };
  const configuration = new client.Configuration(server, clientId, undefined, client.ClientSecretBasic(secret));
  configuration[client.customFetch] = byOutbound(call);
  // Whether an address without https may be called, the one way out decides.
  if (at.token.startsWith('http:')) client.allowInsecureRequests(configuration);
  return configuration;
}

const byOutbound =
  (call: Outbound): CustomFetch =>
  (address, { method, headers, body }) =>
    call(address, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : String(body),
    });

/** `before`: stays the refresh token where none comes with the answer. */
async function granted(asked: Promise<TokenEndpointResponse>, before?: string): Promise<Granted> {
  const { ResponseBodyError } = await import('openid-client');
  const answer = await asked.catch((error: unknown) => {
    const final = error instanceof ResponseBodyError && error.status < 500 && error.error !== 'invalid_client';
    throw final ? new IntuitRefused(error.error, { cause: error }) : error;
  });
  const refresh = answer.refresh_token ?? before;
  if (refresh === undefined) throw new Error('No refresh token was given.');
  return {
    access: answer.access_token,
    refresh,
    accessUntil: new Date(Date.now() + (answer.expires_in ?? 3600) * 1000),
  };
}
