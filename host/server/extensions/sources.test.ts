import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPublisher, addPublisherKey } from '@sinter/sdk/contract/host/extensionReview';
import { importFromSource, listSources } from '@sinter/sdk/contract/host/extensionSources';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { packageOf, submit, vendorKey } from './testing.ts';

let folder: string;
let server: TestServer;
let admin: TestClient;
const key = vendorKey();
const stranger = vendorKey();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-sources-'));
  await mkdir(join(folder, 'approved'));
  server = await testServer({
    registryFolders: [
      { name: 'Approved', path: join(folder, 'approved') },
      { name: 'Gone', path: join(folder, 'gone') },
    ],
  });
  admin = await server.client('admin');
  await admin.call(addPublisher, { body: { id: 'acme', name: 'Acme', contact: '' } });
  await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: key.text } });
  const put = (name: string, bytes: Uint8Array | string) => writeFile(join(folder, 'approved', name), bytes);
  const whole = packageOf({ key, id: 'acme.labels', version: '2.0.0' });
  await submit(admin, packageOf({ key, id: 'acme.labels', version: '1.5.0' }));
  await put('a-newer.sinterplugin', whole);
  await put('b-older.sinterplugin', packageOf({ key, id: 'acme.labels', version: '1.0.0' }));
  await put('c-here.sinterplugin', packageOf({ key, id: 'acme.labels', version: '1.5.0' }));
  await put('d-unsigned.sinterplugin', packageOf({ id: 'acme.plain' }));
  await put('e-key.sinterplugin', packageOf({ key: stranger, id: 'acme.odd' }));
  await put('f-publisher.sinterplugin', packageOf({ key: stranger, id: 'evil.tool' }));
  await put('g-forged.sinterplugin', packageOf({ key: { ...stranger, id: key.id }, id: 'acme.forged' }));
  await put('h-cut.sinterplugin', whole.slice(0, whole.length - 5));
  await put('i-large.sinterplugin', '');
  await truncate(join(folder, 'approved', 'i-large.sinterplugin'), 2 ** 30);
  await put('notes.txt', 'no package');
  await writeFile(join(folder, 'secret.sinterplugin'), packageOf({ key, id: 'acme.secret' }));
  await symlink(join(folder, 'secret.sinterplugin'), join(folder, 'approved', 'link.sinterplugin'));
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const take = (file: string, source = 'Approved') => admin.call(importFromSource, { body: { source, file } });

describe('a folder with packages', () => {
  it('is listed with what is newer, who signed it, and what is wrong with the others', async () => {
    const { sources } = await admin.call(listSources, {});
    const [approved, gone] = sources;
    expect(approved?.packages.map(({ file, news, signature }) => `${file.slice(0, 1)} ${news} ${signature}`)).toEqual([
      'a NEWER KNOWN',
      'b OLDER KNOWN',
      'c HERE KNOWN',
      'd NEW UNSIGNED',
      'e NEW UNKNOWN_KEY',
      'f NEW UNKNOWN_PUBLISHER',
      'g NEW REFUSED',
    ]);
    expect(approved?.packages[4]?.keyId).toBe(stranger.id);
    expect(approved?.broken.map(({ file, said }) => `${file.slice(0, 1)} ${said.key}`)).toEqual([
      'h host.package.not-a-zip',
      'i host.source.tooLarge',
    ]);
    expect(gone?.problem?.said.key).toBe('host.source.unreadable');
    expect(JSON.stringify(sources)).not.toContain(folder);
  });

  it('gives its packages to the review, and no key', async () => {
    expect(await take('a-newer.sinterplugin')).toMatchObject({ id: 'acme.labels', version: '2.0.0', state: 'CHECKED' });
    expect(await take('d-unsigned.sinterplugin')).toMatchObject({ id: 'acme.plain', state: 'SUBMITTED', keyId: null });
    await expect(take('a-newer.sinterplugin')).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const [file, code, said] of [
      ['e-key', 'FORBIDDEN', 'extension.keyUnknown'],
      ['f-publisher', 'CONFLICT', 'extension.publisherUnknown'],
      ['g-forged', 'FORBIDDEN', 'extension.signatureWrong'],
      ['h-cut', 'INVALID_INPUT', 'package.not-a-zip'],
      ['i-large', 'TOO_LARGE', 'source.tooLarge'],
    ] as const) {
      await expect(take(`${file}.sinterplugin`)).rejects.toMatchObject({
        code,
        details: { said: { key: `host.${said}` } },
      });
    }
    await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: stranger.text } });
    expect(await take('e-key.sinterplugin')).toMatchObject({ state: 'CHECKED', keyId: stranger.id });
  });

  it('is left by no name and no link, and open to nobody else', async () => {
    for (const file of ['../secret.sinterplugin', `${folder}/secret.sinterplugin`, 'link.sinterplugin', 'notes.txt']) {
      await expect(take(file)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(take('a-newer.sinterplugin', '/')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const account of ['planner', 'operator', 'buyer'] as const) {
      const client = await server.client(account);
      await expect(client.call(listSources, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});
