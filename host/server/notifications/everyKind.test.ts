import plugins from 'virtual:plugin-servers';
import { listEmailTemplates } from '@sinter/sdk/contract/host/emailTemplates';
import { readEmailConfig } from '@sinter/sdk/contract/host/emailConfig';
import { readNotificationSettings, saveNotificationSettings } from '@sinter/sdk/contract/host/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, testServer, type TestServer } from '../testing.ts';
import { knownNotices } from './kinds.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  await configure(server, 'EMAIL_TEMPLATES', { enabled: true });
});
afterAll(() => server.stop());

test('everything that people are told of is in the settings of whom it is for, and each can be turned off by mail alone', async () => {
  const kinds = [...server.services.get(knownNotices).byId.values()];
  expect(kinds.length).toBeGreaterThan(50);
  const sides = [
    { role: 'ROLE_SERVICE_PROVIDER', client: await server.client('admin') },
    { role: 'ROLE_ENGINEER', client: await server.client('buyer') },
  ] as const;
  const shown = new Set<string>();
  for (const { role, client } of sides) {
    const before = await client.call(readNotificationSettings, {});
    expect(before.kinds.map(({ id }) => id).toSorted()).toEqual(
      kinds
        .filter(({ roles }) => roles?.includes(role) ?? true)
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const { id } of before.kinds) shown.add(id);
    const { mail, hour, weekday } = before;
    const off = before.kinds.map(({ id }) => ({ id, bell: true, mail: false }));
    const body = { mail, hour, weekday, timeZone: 'Europe/Vienna', kinds: off };
    const after = await client.call(saveNotificationSettings, { body });
    expect(after.kinds.filter(({ bell, mail: mailed }) => !bell || mailed)).toEqual([]);
  }
  expect(kinds.filter(({ id }) => !shown.has(id))).toEqual([]);
});

test('everything that a facility mails its people is in its settings, and can be put into its own words', async () => {
  const kinds = [...server.services.get(knownNotices).byId.values()];
  const admin = await server.client('admin');
  const toTeam = kinds.filter(({ roles }) => roles?.includes('ROLE_SERVICE_PROVIDER') ?? true);
  const { events } = await admin.call(listEmailTemplates, {});
  expect(toTeam.filter(({ id }) => !events.some((event) => event.id === id))).toEqual([]);
  const config = await admin.call(readEmailConfig, {});
  const mailed = toTeam.filter(({ mail }) => mail).map(({ id }) => id);
  expect(config.events.map(({ id }) => id).toSorted()).toEqual(mailed.toSorted());
  // What goes to addresses beyond its people is what is told to its people.
  const beyond = kinds.filter(({ shared }) => shared);
  expect(config.recipients.map(({ id }) => id).toSorted()).toEqual(beyond.map(({ id }) => id).toSorted());
  expect(beyond.filter((kind) => !toTeam.includes(kind))).toEqual([]);
});
