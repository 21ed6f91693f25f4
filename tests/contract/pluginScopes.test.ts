import { readFileSync } from 'node:fs';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { principalOf } from '@sinter/sdk/auth';
import { type AnyCall, type Principal, refusal } from '@sinter/sdk/contract';
import { pluginTokenHeader } from '@sinter/sdk/contract/apps/token';
import { getUser } from '@sinter/sdk/contract/host/session';
import { type Scope, scopeSchema } from '@sinter/sdk/contract/scopes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registered } from '#host/server/contract.ts';
import { grant, pluginsFolder, tokenOf } from '#host/server/apps/testing.ts';
import { type TestClient, type TestServer, testServer } from '#host/server/testing.ts';

/** Every declared call, tried by plugins with so many grants that each scope is told from each other. */

const { calls } = registered(plugins, areas);
/** Ends the session, or opens a stream. */
const walked = calls.filter(({ id }) => !['host.logout', 'host.pushedEvents'].includes(id));

/** Written down once more, and in another way than the product has it. */
const ofFiles: Readonly<Record<string, Scope>> = {
  'host.fileContent': 'files:read',
  'host.uploadState': 'files:read',
  'host.uploadFile': 'files:write',
  'host.beginUpload': 'files:write',
  'host.uploadPiece': 'files:write',
  'host.cancelUpload': 'files:write',
};
const forAll =
  /^host\.(getUser|mediaConfig|languages|storefrontCurrencies|translations|themes)$|^apps\.(token|keys|storage|documents|document|putDocument|deleteDocument|settings|backend\w+|publish)$/;

function neededFor(call: AnyCall): Scope | 'none' | 'never' {
  if (forAll.test(call.id)) return 'none';
  if (call.owner === 'host' || call.owner === 'apps') return ofFiles[call.id] ?? 'never';
  if (call.guard.kind !== 'member' || call.reauthenticate || call.accepts === 'signed') return 'never';
  const changes = (call.method !== 'GET' && !call.reads) || call.changesState === true;
  if (changes && (call.owner === 'admin' || call.owner === 'marketplace')) return 'never';
  return scopeSchema.parse(`${call.owner}:${changes ? 'write' : 'read'}`);
}

const all = [...new Set(walked.map(neededFor))].filter((one) => one !== 'none' && one !== 'never').sort();
/** What each plugin asks for and is granted; one has been granted nothing of what it asks for. */
const sets: readonly { id: string; asked: Scope[]; granted: Scope[] }[] = [
  { id: 'walk.nothing', asked: all, granted: [] },
  { id: 'walk.everything', asked: all, granted: all },
  ...Array.from({ length: Math.ceil(Math.log2(all.length)) }, (_, bit) => ({
    id: `walk.half-${bit}`,
    asked: all,
    granted: all.filter((_scope, index) => (index >> bit) % 2 === 1),
  })),
];

let folder: Awaited<ReturnType<typeof pluginsFolder>>;
let server: TestServer;
let admin: TestClient;
let person: Principal;
beforeAll(async () => {
  folder = await pluginsFolder(
    sets.map(({ id, asked }) => ({ id, scopes: asked.map((scope) => ({ scope, reason: 'why' })) })),
  );
  server = await testServer({ plugins, pluginsDir: folder.folder });
  admin = await server.client('admin');
  person = principalOf(await admin.call(getUser, {}));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** Input that cannot be read, so that whoever is let through changes nothing. */
async function refusedByScope(call: AnyCall, id: string, token: string): Promise<boolean> {
  const own = call.owner === 'apps' ? call.path.replace('{id}', id) : call.path;
  const leaving = new AbortController();
  const response = await admin.fetch(own.replace(/\{\w+\}/g, '%00'), {
    method: call.method,
    headers: {
      [pluginTokenHeader]: token,
      ...(call.method === 'GET' ? {} : { 'content-type': call.accepts ? 'multipart/form-data' : 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: '{' }),
    signal: leaving.signal,
  });
  const refused = response.status === 403 && (await response.json()).code === 'SCOPE';
  leaving.abort();
  return refused;
}

it('there are scopes to walk', () => {
  expect(all.length).toBeGreaterThan(10);
  expect(walked.length).toBeGreaterThan(300);
});

it.each(['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'])('each has its words in %s', (language) => {
  const texts: unknown = JSON.parse(readFileSync(`sdk/ui/locales/${language}.json`, 'utf8'));
  const without = all.filter((scope) => !Object.hasOwn(Object(texts), `scope.${scope.replace(':', '.')}`));
  expect(without).toEqual([]);
});

it.each(sets)(
  '$id may call what it was granted, and nothing else',
  async ({ id, granted }) => {
    await grant(admin, id, granted);
    const token = await tokenOf(admin, id);
    const wrong: string[] = [];
    const waiting = [...walked];
    const next = async (): Promise<void> => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        const needed = neededFor(call);
        const may = needed === 'none' || granted.some((scope) => scope === needed);
        const refused = await refusedByScope(call, id, token);
        if (may && refused) wrong.push(`${call.id} is refused`);
        // The person is asked first.
        if (!may && !refused && refusal(call.guard, person) === null) wrong.push(`${call.id} is open`);
      }
    };
    await Promise.all([next(), next(), next(), next()]);
    expect(wrong).toEqual([]);
  },
  60_000,
);
