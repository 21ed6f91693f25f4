import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contractOf, provider } from '@sinter/sdk/contract';
import { listSettingVersions, publishSetting } from '@sinter/sdk/contract/host/versions';
import { discardSettingDraft, readSetting, restoreSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { defineServer, defineSettingKind, settingKinds, versions, wrongField } from '@sinter/sdk/server';
import { defineTexts } from '@sinter/sdk/contract/texts';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const say = defineTexts('shops', { closed: 'Closed' }, () => Promise.resolve({ default: {} }));

/** What another screen writes too; `null`: it wrote nothing. */
let elsewhere: { opens: number; name: string } | null = null;
const schema = z.object({ opens: z.number().int().min(0).max(24), name: z.string().min(1).max(40) });
const defaults = { opens: 8, name: 'Shop' };
const shop = defineSettingKind({
  id: 'shops/hours',
  guard: provider('STOREFRONT_CONFIG_EDITOR'),
  schema,
  defaults,
  check(_db, _place, { opens }) {
    return opens === 24 ? Promise.reject(wrongField('opens', say('closed'))) : Promise.resolve();
  },
});
const shared = defineSettingKind({
  id: 'shops/shared',
  guard: provider('STOREFRONT_CONFIG_EDITOR'),
  schema,
  defaults,
  inForce: () => Promise.resolve(elsewhere ?? defaults),
  published(_unit, _place, value) {
    elsewhere = value;
    return Promise.resolve();
  },
});
const shops = defineServer({
  id: 'shops',
  contract: contractOf({}),
  migrations: {},
  setup(server) {
    server.contribute(settingKinds, shop);
    server.contribute(settingKinds, shared);
  },
});

let server: TestServer;
let eva: TestClient;
let other: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins: [shops] });
  [eva, other] = [await server.client('admin'), await server.client('admin')];
});
afterAll(() => server.stop());
beforeEach(() => void (elsewhere = null));

let made = 0;
/** A setting of its own for each test. */
function settingOf(kind: string) {
  made += 1;
  const which = { kind, elementId: `${made}` };
  const read = () => eva.call(readSetting, { query: which });
  const save = async (value: unknown, seen?: string, by = eva) =>
    by.call(saveSettingDraft, { body: { ...which, value, seen: seen ?? (await read()).seen } });
  const publish = async (note = '', seen?: string) =>
    eva.call(publishSetting, { body: { ...which, note, seen: seen ?? (await read()).seen } });
  const restore = async (version: number) =>
    eva.call(restoreSetting, { body: { ...which, version, seen: (await read()).seen } });
  const list = async (before?: number) => eva.call(listSettingVersions, { query: { ...which, before } });
  return { which, read, save, publish, restore, list };
}

describe('a setting', () => {
  it('is as delivered until a draft of it is published', async () => {
    const { read, save, publish, list } = settingOf('shops/hours');
    expect(await read()).toMatchObject({ published: { version: 0, value: defaults, at: null }, draft: null });

    const drafted = await save({ opens: 9, name: 'Shop' });
    expect(drafted).toMatchObject({ published: { version: 0 }, draft: { value: { opens: 9 }, by: 'Ada Berger' } });
    expect(await publish('Later in winter')).toMatchObject({
      published: { version: 1, value: { opens: 9 }, by: 'Ada Berger', note: 'Later in winter' },
      draft: null,
    });
    expect((await list()).versions.map(({ version, note }) => [version, note])).toEqual([
      [1, 'Later in winter'],
      [0, ''],
    ]);
    await expect(publish()).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  });

  it('goes back to any version as a new one, and a draft stays', async () => {
    const { which, read, save, publish, restore, list } = settingOf('shops/hours');
    for (const opens of [6, 7]) {
      await save({ opens, name: 'Shop' });
      await publish();
    }
    await save({ opens: 3, name: 'Draft' });
    expect(await restore(1)).toMatchObject({
      published: { version: 3, value: { opens: 6 } },
      draft: { value: { name: 'Draft' } },
    });
    await restore(0);
    expect((await list()).versions.map(({ value }) => schema.parse(value).opens)).toEqual([8, 6, 7, 6, 8]);
    await expect(restore(99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { seen } = await read();
    expect((await eva.call(discardSettingDraft, { body: { ...which, seen } })).draft).toBeNull();

    const setting = server.services.get(versions).of(shop, {
      facilityId: server.world.rootFacilityId,
      elementId: which.elementId,
    });
    expect(await setting.at(server.services.db, 2)).toEqual({ opens: 7, name: 'Shop' });
    expect(await setting.current(server.services.db)).toEqual({ version: 4, value: defaults });
  });

  it('tells the slower one of two editors who was faster, and changes nothing', async () => {
    const { read, save, publish } = settingOf('shops/hours');
    const { seen } = await read();
    await save({ opens: 9, name: 'First' }, seen, other);
    await expect(save({ opens: 10, name: 'Second' }, seen)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Ada Berger changed this'),
    });
    await expect(publish('', seen)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await read()).toMatchObject({ published: { version: 0 }, draft: { value: { name: 'First' } } });
  });

  it('lets one of two through who save at the same moment', async () => {
    const { read, save } = settingOf('shops/hours');
    const { seen } = await read();
    const both = await Promise.allSettled([
      save({ opens: 1, name: 'A' }, seen),
      save({ opens: 2, name: 'B' }, seen, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses by its fields what does not fit, as a draft or where it would be published', async () => {
    const { save, publish } = settingOf('shops/hours');
    await expect(save({ opens: 99, name: '' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { opens: expect.any(String), name: expect.any(String) },
    });
    await save({ opens: 24, name: 'Shop' });
    await expect(publish()).rejects.toMatchObject({ code: 'INVALID_INPUT', fields: { opens: 'Closed' } });
  });

  it('has the versions of its own facility only, and none for who may not edit it', async () => {
    const { which, save, publish } = settingOf('shops/hours');
    await save({ opens: 9, name: 'Shop' });
    await publish();
    const lyon = await server.client('admin2');
    expect(await lyon.call(readSetting, { query: which })).toMatchObject({ published: { version: 0 } });
    for (const account of ['planner', 'operator', 'buyer', 'lot'] as const) {
      const client = await server.client(account);
      await expect(client.call(readSetting, { query: which })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(eva.call(readSetting, { query: { kind: 'shops/none' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists many versions in pages', async () => {
    const { which, list } = settingOf('shops/hours');
    const place = { facilityId: server.world.rootFacilityId, elementId: which.elementId };
    const setting = server.services.get(versions).of(shop, place);
    for (let opens = 0; opens < 22; opens++) {
      await server.services.write((unit) => setting.put(unit, { opens, name: 'Shop' }, { note: '', by: null }));
    }
    const first = await list();
    expect([first.versions.length, first.versions[0]?.version, first.more]).toEqual([20, 22, true]);
    const second = await list(first.versions.at(-1)?.version);
    expect([second.versions.map(({ version }) => version), second.more]).toEqual([[2, 1, 0], false]);
    const all = await server.services.get(versions).all(server.services.db, shop, place.facilityId);
    expect(all.get(which.elementId)).toEqual({ version: 22, value: { opens: 21, name: 'Shop' }, drafted: false });
  });
});

it('what was changed on another screen is in force, and becomes a version before the next one', async () => {
  const { read, save, publish, list } = settingOf('shops/shared');
  const { seen } = await read();
  elsewhere = { opens: 12, name: 'Elsewhere' };
  await expect(save({ opens: 5, name: 'Mine' }, seen)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('on another screen'),
  });
  expect((await read()).published).toMatchObject({ version: 0, value: { name: 'Elsewhere' } });
  await save({ opens: 5, name: 'Mine' });
  await publish();
  expect(elsewhere).toEqual({ opens: 5, name: 'Mine' });
  expect((await list()).versions.map(({ version, value, by }) => [version, schema.parse(value).name, by])).toEqual([
    [2, 'Mine', 'Ada Berger'],
    [1, 'Elsewhere', ''],
    [0, 'Shop', ''],
  ]);
});

it('a stored value that no longer fits counts as never said', async () => {
  const { which, save, publish, read } = settingOf('shops/hours');
  await save({ opens: 9, name: 'Shop' });
  await publish();
  await hostDb(server.services.db)
    .updateTable('setting_version')
    .set({ value: JSON.stringify('nonsense') })
    .where('setting_id', 'in', (query) =>
      query.selectFrom('setting').select('id').where('element_id', '=', which.elementId),
    )
    .execute();
  expect((await read()).published.value).toEqual(defaults);
});
