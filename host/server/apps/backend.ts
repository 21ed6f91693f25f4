import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import { type BackendAnswer, backendLimits } from '@sinter/sdk/contract/apps/backend';
import type { Outbound } from '@sinter/sdk/server';
import { isForbidden } from '../outbound/outbound.ts';
import { say } from '../say.ts';
import type { Signer } from './signing.ts';

/** Address of a vendor's server: http is called in the operator's own networks alone. `null`: it is none. */
export function addressOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password;
  return plain && url.search === '' && url.hash === '' ? url : null;
}

/** `null`: the path leads out of what lies below the address. */
export function below(base: URL, path: string): URL | null {
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  if (!URL.canParse(`${base.origin}${folder}${path}`)) return null;
  const url = new URL(`${base.origin}${folder}${path}`);
  // What is written as `..` or `%2e%2e` the parser has taken out.
  return url.origin === base.origin && url.pathname.startsWith(folder) && !/%2f|%5c/i.test(url.pathname) ? url : null;
}

/** For whom it is called. */
export interface Caller {
  app: { id: string; title: string; version: string };
  facilityId: number;
  /** `null`: this site calls by itself. */
  userId: number | null;
  scopes: readonly string[];
  secrets: Readonly<Record<string, string>>;
}

export interface Sending {
  method: string;
  /** `undefined`: none is sent. */
  body: string | undefined;
}

const lifetime = 60;

export type CallBackend = (address: URL, caller: Caller, sending: Sending) => Promise<BackendAnswer>;

/** Calls a vendor's server with a signed token, and with nothing else of the browser's request. */
export function createBackend(call: Outbound, signer: Signer, site: () => string): CallBackend {
  return async (address, { app, facilityId, userId, scopes, secrets }, { method, body }) => {
    const now = Math.floor(Date.now() / 1000);
    const token = signer.token({
      iss: site(),
      aud: app.id,
      sub: userId === null ? null : String(userId),
      facility: facilityId,
      version: app.version,
      scopes,
      iat: now,
      exp: now + lifetime,
      jti: randomUUID(),
    });
    const hasSecrets = Object.keys(secrets).length > 0;
    try {
      const response = await call(address, {
        method,
        body: body ?? null,
        headers: {
          accept: 'application/json, text/plain',
          authorization: `Bearer ${token}`,
          ...(hasSecrets && { 'x-app-secrets': Buffer.from(JSON.stringify(secrets)).toString('base64url') }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
        },
      });
      return await toAnswer(response);
    } catch (error) {
      const said = { app: app.title, address: address.origin };
      if (isForbidden(error)) throw new CallError('NOT_POSSIBLE', say('app.backendForbidden', said));
      throw new CallError('UNAVAILABLE', say('app.backendSilent', { ...said, seconds: backendLimits.seconds }));
    }
  };
}

/** Of its headers only what the body is. */
async function toAnswer(response: Response): Promise<BackendAnswer> {
  const contentType = response.headers.get('content-type');
  const text = await response.text();
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '');
  return { status: response.status, contentType, body: isJson ? parse(text) : text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
