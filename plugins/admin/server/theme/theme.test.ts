import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listThemeRevisions, readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import { type Theme, defaultTheme, themes } from '@sinter/sdk/contract/host/appearance';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { hostDb } from '../../../../host/server/allTables.ts';
import { type TestClient, type TestServer, testServer } from '../../../../host/server/testing.ts';
import administration from '../index.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins: [administration] });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const uploaded = z.object({ id: z.number() });

async function upload(client: TestClient, name: string, content: Uint8Array<ArrayBuffer> | string, fields = {}) {
  const { id } = uploaded.parse(await (await client.send('/api/v1/files', name, content, fields)).json());
  return { id, fileURL: `/api/v1/files/${id}/content` };
}
const publish = (change: Partial<Theme>, client = admin) =>
  client.call(saveThemeConfig, { body: { ...defaultTheme, ...change } });

describe('publishing a theme', () => {
  it('shows it to everybody, with its pictures, and can be undone', async () => {
    const stranger = await server.client();
    const favicon = await upload(admin, 'icon.png', new Uint8Array(png));
    const logo = await upload(admin, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const address = `/api/v1/misc/theme-files/${favicon.id}`;
    expect((await stranger.fetch(address)).status).toBe(404);

    const theme = await publish({
      title: 'Nordlicht <Druck>',
      'root-css': { '--primary': '#123456', '--primary@dark': '#abcdef' },
      favicon: { fileURL: favicon.fileURL },
      'logo-dark': { fileURL: logo.fileURL },
    });
    expect(theme.favicon).toEqual({ fileURL: address });
    expect(await stranger.call(themes, {})).toEqual(theme);
    expect(await admin.call(readThemeConfig, {})).toEqual(theme);

    const picture = await stranger.fetch(address);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toContain('max-age=31536000');
    const etag = picture.headers.get('etag') ?? '';
    expect((await stranger.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const drawing = await stranger.fetch(`/api/v1/misc/theme-files/${logo.id}`);
    expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
    expect(drawing.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );

    const html = await (await stranger.fetch('/')).text();
    expect(html).toContain('<title>Nordlicht &lt;Druck&gt;</title>');
    expect(html).toContain(`<link rel="icon" href="${address}">`);
    expect(html).toContain(':root{--primary:#123456;--button-primary:#123456;');
    expect(html).toContain(":root[data-theme='dark']{--primary:#abcdef;--button-primary:#abcdef;");

    await publish({ title: 'Another' });
    const [last, before] = await admin.call(listThemeRevisions, {});
    expect([last?.theme.title, before?.theme.title, before?.by]).toEqual(['Another', theme.title, 'Ada Berger']);
    // The picture of an earlier revision stays readable, and may be published again.
    expect((await stranger.fetch(address)).status).toBe(200);
    expect(await admin.call(saveThemeConfig, { body: before?.theme ?? defaultTheme })).toEqual(theme);

    const { db } = server.services;
    const event = await hostDb(db)
      .selectFrom('outbox_event')
      .select(['facility_ids', 'company_ids'])
      .where('type', '=', 'theme.changed')
      .executeTakeFirst();
    expect([event?.facility_ids.length, event?.company_ids.length]).toEqual([2, 2]);
  });

  it('reaches another node at once', async () => {
    const other = await server.another();
    const picture = await upload(admin, 'hero.png', new Uint8Array(png));
    await publish({ 'hero-image': { fileURL: picture.fileURL } });
    expect((await (await other.client()).fetch(`/api/v1/misc/theme-files/${picture.id}`)).status).toBe(200);
    await other.stop();
  });

  it('is for editors in the root facility only', async () => {
    for (const account of ['admin2', 'operator', 'buyer'] as const) {
      const client = await server.client(account);
      await expect(publish({}, client)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(client.call(readThemeConfig, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    const body = { configType: 'THEME_CONFIG', configValue: '{}', active: true };
    await expect(admin.call(saveConfig, { body })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('names every field that is wrong, and changes nothing', async () => {
    const before = await admin.call(readThemeConfig, {});
    const text = await upload(admin, 'picture.png', 'no picture at all');
    const large = await upload(admin, 'large.png', new Uint8Array([...png, ...Buffer.alloc(2 * 1024 * 1024)]));
    const secret = await upload(admin, 'secret.png', new Uint8Array(png), { itar: 'true' });
    const theirs = await upload(await server.client('buyer'), 'theirs.png', new Uint8Array(png));
    await expect(
      publish({
        'root-css': { '--primary': 'url(x)', '--unheard': 'red' },
        favicon: { fileURL: text.fileURL },
        'hero-image': { fileURL: large.fileURL },
        'logo-dark': { fileURL: secret.fileURL },
        'logo-light': { fileURL: theirs.fileURL },
        fonts: [
          { weight: 'x;}', style: 'normal', files: [{ fileURL: text.fileURL, extension: 'woff2' }] },
          { weight: '400', style: 'normal', files: [{ fileURL: 'https://evil.test/x.woff2', extension: 'woff2' }] },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: {
        fields: {
          'root-css.--primary': 'Not a plain CSS value',
          'root-css.--unheard': 'There is no such variable',
          'favicon.fileURL': 'The content is not of this kind of file',
          'hero-image.fileURL': 'Larger than 2 MB',
          'logo-dark.fileURL': 'An export-controlled file cannot be shown to everyone',
          'logo-light.fileURL': 'There is no such file, or you may not see it',
          'fonts.0.weight': 'Must be like 400, bold or 100 900',
          'fonts.0.files.0.fileURL': 'The content is not of this kind of file',
          'fonts.1.files.0.fileURL': 'Must be the address of an uploaded file',
        },
      },
    });
    // An id in a theme's address is no way to somebody else's file.
    const planted = `/api/v1/misc/theme-files/${theirs.id}`;
    await expect(publish({ favicon: { fileURL: planted } })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await admin.fetch(planted)).status).toBe(404);
    expect(await admin.call(readThemeConfig, {})).toEqual(before);
  });
});
