import { readFileSync, readdirSync } from 'node:fs';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { descriptorSchema, type Descriptor } from '#registry/descriptor';
import { hostPages } from '#registry/hostPages';
import { matchPath } from '#registry/paths';
import { resolve } from '#registry/resolve';
import { installedOf, resolveInput } from '#registry/samples';
import { principalOf } from '@sinter/sdk/auth';
import { isMereMembership, platformPermissionSchema, permissionsOf } from '@sinter/sdk/contract';
import { sessionUserSchema } from '@sinter/sdk/contract/host/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registered } from '#host/server/contract.ts';
import { hostDb } from '#host/server/allTables.ts';
import { testServer, type TestServer } from '#host/server/testing.ts';
import { createCast, nobody, type Actor } from './cast.ts';
import { expectedRefusal, knock, refusals } from './knock.ts';
import { tabulated } from './rights.ts';

/** Every declared call and every page, tried by everybody. */

const { calls, events } = registered(plugins, areas);
/** `npm test -- --area <area>` walks over the calls of that area alone. */
const area = process.env['SINTER_TEST_AREA'];
const walked = calls.filter(({ owner }) => area === undefined || owner === area);
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

/** A kiosk's account opens no file, and reads no part and no comment. */
const closedToKiosks =
  /^(host\.(uploadFile|beginUpload|uploadState|uploadPiece|cancelUpload|fileContent)|preparation\..*|catalog\.\w*[pP]arts?|orders\.\w*[cC]omments?)$/;

describe('rights', () => {
  it('are those that were decided, permission by permission and role by role', () => {
    expect([...tabulated.keys()]).toEqual(platformPermissionSchema.options);
    for (const role of ['SP_SUPER_ADMIN', 'SP_LEGAL', 'ENG_MANAGER'] as const)
      expect(tabulated.values().next().value?.has(role)).toBe(true);
    for (const actor of cast) {
      expect(permissionsOf(actor.memberRoles).toSorted(), actor.name).toEqual([...actor.permissions].sort());
    }
  });

  it('can be granted exactly where the table says so', () => {
    for (const [permission, byRole] of tabulated) {
      for (const [role, mark] of byRole) {
        const held = permissionsOf([memberRole(role)], platformPermissionSchema.options)
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

describe('membership alone', () => {
  it('opens no call that changes something, unless a sentence says why that is right', () => {
    const open = calls.filter((call) => (call.method !== 'GET' || call.changesState) && isMereMembership(call.guard));
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('lets nobody hear of an event, unless a sentence says why that is right', () => {
    const open = events.filter((event) => event.origin === 'server' && isMereMembership(event.guard));
    expect(open.map(({ type }) => type)).toEqual([]);
  });

  it('is explained in whole sentences', () => {
    const guards = [...calls, ...events.filter((event) => event.origin === 'server')].map(({ guard }) => guard);
    const reasons = guards.flatMap((guard) => (guard.kind === 'member' && guard.reason ? [guard.reason] : []));
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  });
});

describe('every call', () => {
  // A GET that ends the session would end the test's own.
  const ending = ['host.logout'];
  it.each(walked.filter(({ id }) => !ending.includes(id)).map((call) => [call.id, call] as const))(
    '%s lets in exactly those it declares',
    async (_, call) => {
      for (const actor of cast) {
        const answer = await knock(server.url, call, actor.session);
        const refused = refusals.includes(answer) ? answer : null;
        expect(refused, `${actor.name} calls ${call.method} ${call.path} and gets ${answer}`).toBe(
          expectedRefusal(call.guard, actor),
        );
        pairs += 1;
      }
    },
  );

  it.each(walked.filter(({ id }) => closedToKiosks.test(id)).map((call) => [call.id, call] as const))(
    '%s is closed to an account that only moves lots',
    async (_, call) => {
      const as = (name: string) => knock(server.url, call, cast.find((actor) => actor.name === name)?.session ?? null);
      expect(await as('LOT_USER')).toBe('FORBIDDEN');
      const worker = await as('worker at a terminal');
      expect(worker === 'FORBIDDEN', worker).toBe(
        call.guard.kind === 'member' && call.guard.roles?.includes('ROLE_SERVICE_PROVIDER') === false,
      );
    },
  );

  it('asks for a fresh proof of identity where it declares so, and nowhere else', async () => {
    await hostDb(server.services.db)
      .updateTable('session')
      .set({ authenticated_at: new Date(Date.now() - 6 * 60_000) })
      .execute();
    const another = await server.another();
    try {
      for (const call of walked.filter((one) => !ending.includes(one.id) && one.guard.kind !== 'public')) {
        const actor = cast.find((one) => expectedRefusal(call.guard, one) === null);
        if (!actor) throw new Error(`Nobody of the cast may call ${call.id}.`);
        const answer = await knock(another.url, call, actor.session);
        expect(answer === 'REAUTHENTICATE', `${call.id} answers ${answer}`).toBe(call.reauthenticate === true);
        pairs += 1;
      }
    } finally {
      await another.stop();
    }
  }, 60_000);
});

const descriptors: Descriptor[] = readdirSync('plugins', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => descriptorSchema.parse(JSON.parse(readFileSync(`plugins/${name}/plugin.json`, 'utf8'))));
const pages = [...hostPages, ...descriptors.flatMap(({ contributes }) => contributes.pages)];

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
    expect(pages.filter((page) => page.calls === undefined).map(({ path }) => path)).toEqual([]);
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
        const needed = page.calls ?? [];
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
