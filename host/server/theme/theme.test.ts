import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultTheme, themes } from '@sinter/sdk/contract/host/appearance';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

it('a record that is not usable gives the default theme', async () => {
  const config_value = (title: unknown) => JSON.stringify({ title });
  const db = hostDb(server.services.db);
  await db
    .insertInto('config_record')
    .values({ config_type: 'THEME_CONFIG', config_value: config_value('Mine') })
    .execute();
  const stranger = await server.client();
  expect(await stranger.call(themes, {})).toEqual({ ...defaultTheme, title: 'Mine' });
  await db
    .updateTable('config_record')
    .set({ config_value: config_value(7) })
    .where('config_type', '=', 'THEME_CONFIG')
    .execute();
  expect(await stranger.call(themes, {})).toEqual(defaultTheme);
  expect(await (await stranger.fetch('/')).text()).toContain('<title>CO-AM</title>');
});

it('a page begins in the language and direction that were chosen in this browser', async () => {
  const opening = async (language: string) => {
    const page = await (await server.client()).fetch('/', { headers: { cookie: `a=b; language=${language}; c=d` } });
    return /<html [^>]*>/.exec(await page.text())?.[0];
  };
  expect(await opening('ar_SA')).toBe('<html lang="ar-SA" dir="rtl">');
  expect(await opening('de_DE')).toBe('<html lang="de-DE" dir="ltr">');
  expect(await opening('xx_XX')).toBe('<html lang="en-US" dir="ltr">');
});
