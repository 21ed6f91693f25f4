import { readFileSync, readdirSync } from 'node:fs';
import plugins from 'virtual:plugin-servers';
import { descriptorSchema, type Descriptor } from '#registry/descriptor';
import { hostPages } from '#registry/hostPages';
import { matchPath } from '#registry/paths';
import { resolve } from '#registry/resolve';
import { installedOf, resolveInput } from '#registry/samples';
import { principalOf } from '@sinter/sdk/auth';
import {
  calls,
  errorBodySchema,
  permissionSchema,
  permissionsOf,
  type AnyCall,
  type Guard,
} from '@sinter/sdk/contract';
import { sessionUserSchema } from '@sinter/sdk/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostDb } from '#host/server/session/tables.ts';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { createCast, nobody, type Actor } from './cast.ts';
import { callsOfPage } from './pageCalls.ts';
import { tabulated } from './rights.ts';

/** Every declared call and every page, tried by everybody. */

let server: TestServer;
let cast: Actor[];
let pairs = 0;

beforeAll(async () => {
  server = await testServer({ plugins });
  cast = [...(await createCast(server)), nobody];
}, 60_000);
afterAll(async () => {
  console.log(`The matrix walked ${pairs} pairs.`);
  await server.stop();
});

/** Why this guard refuses this person, told from what the test knows of them; `null` when it does not. */
function expectedRefusal(guard: Guard, actor: Actor): string | null {
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

/** A kiosk's account opens no file, and reads no part and no comment. */
const closedToKiosks =
  /^(host\.(uploadFile|beginUpload|uploadState|uploadPiece|cancelUpload|fileContent)|preparation\..*|catalog\.\w*[pP]arts?|orders\.\w*[cC]omments?)$/;

const refusals = ['UNAUTHENTICATED', 'EMAIL_NOT_VERIFIED', 'SECOND_FACTOR_REQUIRED', 'FORBIDDEN', 'REAUTHENTICATE'];

/** Knocks without coming in: what is sent cannot be read, so that whoever is let through is sent back by the input. */
async function knock(call: AnyCall, session: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  if (session) cookies.set('sinter_session', session);
  const csrf = await csrfOf(session);
  const leaving = new AbortController();
  const response = await fetch(server.url + call.path.replace(/\{\w+\}/g, '%00'), {
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
async function csrfOf(session: string | null): Promise<string> {
  const known = tokens.get(session);
  if (known) return known;
  const response = await fetch(`${server.url}/api/v1/users/getUser`, {
    headers: session ? { cookie: `sinter_session=${session}` } : {},
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN='));
  const token = cookie?.split(/[=;]/)[1] ?? '';
  tokens.set(session, token);
  return token;
}

describe('rights', () => {
  it('are those that were decided, permission by permission and role by role', () => {
    expect([...tabulated.keys()]).toEqual(permissionSchema.options);
    for (const role of ['SP_SUPER_ADMIN', 'SP_LEGAL', 'ENG_MANAGER'] as const)
      expect(tabulated.values().next().value?.has(role)).toBe(true);
    for (const actor of cast) {
      expect(permissionsOf(actor.memberRoles).toSorted(), actor.name).toEqual([...actor.permissions].sort());
    }
  });

  it('can be granted exactly where the table says so', () => {
    for (const [permission, byRole] of tabulated) {
      for (const [role, mark] of byRole) {
        const held = permissionsOf([memberRole(role)], permissionSchema.options)
          .map(String)
          .includes(permission);
        expect(held, `${role} ${permission}`).toBe(mark !== '.');
      }
    }
  });
});

const memberRole = (name: string) => {
  const found = cast.flatMap(({ memberRoles }) => memberRoles).find((role) => role === name);
  if (!found) throw new Error(`${name} is not a role.`);
  return found;
};

describe('every call', () => {
  // A GET that ends the session would end the test's own.
  const ending = ['host.logout'];
  it.each(calls.filter(({ id }) => !ending.includes(id)).map((call) => [call.id, call] as const))(
    '%s lets in exactly those it declares',
    async (_, call) => {
      for (const actor of cast) {
        const answer = await knock(call, actor.session);
        const refused = refusals.includes(answer) ? answer : null;
        expect(refused, `${actor.name} calls ${call.method} ${call.path} and gets ${answer}`).toBe(
          expectedRefusal(call.guard, actor),
        );
        pairs += 1;
      }
    },
  );

  it.each(calls.filter(({ id }) => closedToKiosks.test(id)).map((call) => [call.id, call] as const))(
    '%s is closed to an account that only moves lots',
    async (_, call) => {
      const as = (name: string) => knock(call, cast.find((actor) => actor.name === name)?.session ?? null);
      expect(await as('LOT_USER')).toBe('FORBIDDEN');
      const worker = await as('worker at a terminal');
      expect(worker === 'FORBIDDEN', worker).toBe(call.guard.kind === 'member' && call.guard.roles !== undefined);
    },
  );

  it('asks for a fresh proof of identity where it declares so, and nowhere else', async () => {
    await hostDb(server.services.db)
      .updateTable('session')
      .set({ authenticated_at: new Date(Date.now() - 6 * 60_000) })
      .execute();
    const another = await server.another();
    try {
      for (const call of calls.filter((one) => !ending.includes(one.id) && one.guard.kind !== 'public')) {
        const actor = cast.find((one) => expectedRefusal(call.guard, one) === null);
        if (!actor) throw new Error(`Nobody of the cast may call ${call.id}.`);
        const answer = await knockAt(another.url, call, actor.session);
        expect(answer === 'REAUTHENTICATE', `${call.id} answers ${answer}`).toBe(call.reauthenticate === true);
        pairs += 1;
      }
    } finally {
      await another.stop();
    }
  }, 60_000);
});

async function knockAt(url: string, call: AnyCall, session: string | null): Promise<string> {
  const here = server;
  server = { ...server, url };
  try {
    return await knock(call, session);
  } finally {
    server = here;
  }
}

const descriptors: Descriptor[] = readdirSync('plugins', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => descriptorSchema.parse(JSON.parse(readFileSync(`plugins/${name}/plugin.json`, 'utf8'))));
const pages = [
  ...hostPages.map(({ path, guard }) => ({ path, guard })),
  ...descriptors.flatMap(({ contributes }) => contributes.pages.map(({ path, guard }) => ({ path, guard }))),
];

async function manifestOf(actor: Actor) {
  const response = await fetch(`${server.url}/api/v1/users/getUser`, {
    headers: { cookie: `sinter_session=${actor.session}` },
  });
  const principal = principalOf(sessionUserSchema.parse(await response.json()));
  const installed = descriptors
    .filter(({ client }) => client)
    .map((descriptor) => ({ ...installedOf({ id: descriptor.id }), descriptor }));
  const serverOnly = descriptors
    .filter(({ client }) => !client)
    .map((descriptor) => ({ descriptor, package: { state: 'server-only' as const } }));
  return resolve(
    resolveInput({
      installed: [...installed, ...serverOnly],
      hostPages,
      principal,
      facilityId: principal.facilityId,
      host: { sdk: '1.10.0', shared: [] },
    }),
  );
}

describe('every page', () => {
  it('has its calls written down', () => {
    expect(Object.keys(callsOfPage).sort()).toEqual(pages.map(({ path }) => path).sort());
  });

  it('is in the manifest of exactly those whom its guard and its calls let in', async () => {
    const byId = new Map(calls.map((call) => [call.id, call]));
    for (const actor of cast.filter(({ session }) => session !== null)) {
      const manifest = await manifestOf(actor);
      const given = manifest.plugins.flatMap((plugin) => plugin.pages.map(({ path }) => path));
      const openable = (path: string) => {
        const own = hostPages.find((page) => page.path === path);
        return own ? expectedRefusal(own.guard, actor) === null : given.includes(path);
      };
      for (const page of pages) {
        const needed = callsOfPage[page.path] ?? [];
        const allowed = expectedRefusal(page.guard, actor) === null;
        expect(openable(page.path), `${actor.name} at ${page.path}`).toBe(allowed);
        for (const id of needed) {
          const call = byId.get(id);
          if (!call) throw new Error(`${page.path} needs ${id}, which is no call.`);
          if (allowed)
            expect(expectedRefusal(call.guard, actor), `${actor.name} at ${page.path} needs ${id}`).toBeNull();
        }
        pairs += 1;
      }
      const entries = [
        ...manifest.menu.flatMap((section) => section.entries),
        ...manifest.profileMenu,
        ...manifest.topNav,
      ];
      for (const entry of entries.filter(({ external }) => !external)) {
        const target = pages.find(({ path }) => matchPath(path, entry.path));
        expect(target, `${entry.id} leads to ${entry.path}`).toBeDefined();
        if (target) expect(openable(target.path), `${actor.name} sees ${entry.id}`).toBe(true);
      }
    }
  }, 60_000);
});
