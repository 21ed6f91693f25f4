import { type AnyCall, errorBodySchema, type Guard } from '@sinter/sdk/contract';
import type { Actor } from './cast.ts';

/** Why this guard refuses this person, told from what the test knows of them; `null` when it does not. */
export function expectedRefusal(guard: Guard, actor: Actor): string | null {
  if (guard.kind === 'public') return null;
  if (actor.session === null) return 'UNAUTHENTICATED';
  if (guard.kind === 'session') return guard.verified && !actor.verified ? 'EMAIL_NOT_VERIFIED' : null;
  if (!actor.verified) return 'EMAIL_NOT_VERIFIED';
  const has = (permission: string) => actor.permissions.includes(permission);
  const allowed =
    (!guard.roles || guard.roles.includes(actor.role)) &&
    (!guard.accountTypes || guard.accountTypes.includes(actor.accountType)) &&
    (!guard.memberRoles || guard.memberRoles.some((role) => actor.memberRoles.includes(role))) &&
    (!guard.notOnly || actor.memberRoles.some((role) => !guard.notOnly?.includes(role))) &&
    (!guard.authority || actor.authorities.includes(guard.authority)) &&
    (!guard.storeFront || actor.role !== 'ROLE_ENGINEER' || actor.storeFront) &&
    (!guard.rootFacility || (actor.role === 'ROLE_SERVICE_PROVIDER' && actor.root)) &&
    (guard.permissions ?? []).every(has) &&
    (!guard.anyPermission || guard.anyPermission.some(has));
  return allowed ? null : 'FORBIDDEN';
}

/** Codes of those who are not let in. */
export const refusals = [
  'UNAUTHENTICATED',
  'EMAIL_NOT_VERIFIED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'REAUTHENTICATE',
];

/** Calls with input that cannot be read: a caller whom the guard lets through is refused because of the input. */
export async function knock(url: string, call: AnyCall, session: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  if (session) cookies.set('sinter_session', session);
  const csrf = await csrfOf(url, session);
  const leaving = new AbortController();
  const response = await fetch(url + call.path.replace(/\{\w+\}/g, '%00'), {
    method: call.method,
    headers: {
      ...(session ? { cookie: `sinter_session=${session}; XSRF-TOKEN=${csrf}` } : { cookie: `XSRF-TOKEN=${csrf}` }),
      'x-xsrf-token': csrf,
      ...(call.method === 'GET' ? {} : { 'content-type': call.accepts ? 'multipart/form-data' : 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: '{' }),
    signal: leaving.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream || response.ok ? null : errorBodySchema.safeParse(await response.json());
  leaving.abort();
  return body?.success ? body.data.code : 'OK';
}

const tokens = new Map<string | null, string>();
async function csrfOf(url: string, session: string | null): Promise<string> {
  const known = tokens.get(session);
  if (known) return known;
  const response = await fetch(`${url}/api/v1/users/getUser`, {
    headers: session ? { cookie: `sinter_session=${session}` } : {},
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN='));
  const token = cookie?.split(/[=;]/)[1] ?? '';
  tokens.set(session, token);
  return token;
}
