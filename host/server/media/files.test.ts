import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { storedFiles } from '@sinter/sdk/server';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

const limit = 1024 * 1024;
const path = '/api/v1/files';
let server: TestServer;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer({ maxUploadBytes: limit });
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

async function uploaded(client: TestClient, name: string, content: Uint8Array<ArrayBuffer> | string, fields = {}) {
  const response = await client.send(path, name, content, fields);
  expect(response.status).toBe(200);
  return fileDtoSchema.parse(await response.json());
}
const stored = async (): Promise<number> =>
  (await server.services.db.selectFrom('stored_file').select('id').execute()).length;
const onDisk = async (): Promise<string[]> => {
  const names = await readdir(server.dataDir, { recursive: true });
  return names.filter((name) => name.includes('writing-'));
};

describe('an upload', () => {
  it('comes back byte for byte, whole and in parts', async () => {
    const content = randomBytes(300_000);
    const file = await uploaded(buyer, 'part.stl', content);
    expect(file).toMatchObject({ fileName: 'part.stl', size: 300_000 });
    const whole = await buyer.fetch(file.fileURL);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);

    const part = await buyer.fetch(file.fileURL, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
    const tail = await buyer.fetch(file.fileURL, { headers: { range: 'bytes=-10' } });
    expect(Buffer.from(await tail.arrayBuffer()).equals(content.subarray(-10))).toBe(true);
    expect((await buyer.fetch(file.fileURL, { headers: { range: 'bytes=300000-' } })).status).toBe(416);

    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    expect(whole.headers.get('etag')).toBe(etag);
    expect((await buyer.fetch(file.fileURL, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('may be as large as the limit and no larger', async () => {
    expect((await buyer.send(path, 'full.bin', new Uint8Array(limit))).status).toBe(200);
    const before = await stored();
    const response = await buyer.send(path, 'more.bin', new Uint8Array(limit + 1));
    expect(await response.json()).toMatchObject({ code: 'TOO_LARGE' });
    expect(await stored()).toBe(before);
    expect(await onDisk()).toEqual([]);
  });

  it('leaves nothing when the sender goes away', async () => {
    const before = await stored();
    const { hostname, port } = new URL(server.url);
    const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Cookie: ${cookie}`,
      `X-XSRF-TOKEN: ${buyer.cookies.get('XSRF-TOKEN')}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 500000',
      '',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.stl"\r\n\r\n',
    ].join('\r\n');
    const socket = connect(Number(port), hostname);
    socket.write(head);
    socket.write(Buffer.alloc(100_000));
    await expect.poll(onDisk).toHaveLength(1);
    socket.destroy();
    await expect.poll(onDisk).toEqual([]);
    expect(await stored()).toBe(before);
  });

  it.each([
    [
      'no form',
      () => buyer.fetch(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
      'MALFORMED_BODY',
    ],
    ['an empty form', () => buyer.fetch(path, { method: 'POST', body: new FormData() }), undefined],
    ['an empty file', () => buyer.send(path, 'a.stl', ''), 'INVALID_INPUT'],
    ['the wrong field', () => wrongField(), 'INVALID_INPUT'],
  ])('is refused as %s', async (_, send, code) => {
    const before = await stored();
    const response = await send();
    expect(response.status).toBe(400);
    if (code) expect(await response.json()).toMatchObject({ code });
    expect(await stored()).toBe(before);
  });

  function wrongField(): Promise<Response> {
    const form = new FormData();
    form.append('upload', new Blob(['x']), 'a.stl');
    return buyer.fetch(path, { method: 'POST', body: form });
  }

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\u0000b\u202egpj.stl', 'abgpj.stl'],
    ['..', 'file'],
    [`${'n'.repeat(400)}.stl`, `${'n'.repeat(196)}.stl`],
  ])('named %j is called %j', async (given, name) => {
    expect((await uploaded(buyer, given, 'content')).fileName).toBe(name);
  });
});

describe('a stored file', () => {
  it('is never run by a browser', async () => {
    const page = await uploaded(buyer, 'page.html', '<script>alert(1)</script>');
    const { headers } = await buyer.fetch(page.fileURL);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const named = await buyer.fetch(`${page.fileURL}?download=true`);
    expect(named.headers.get('content-disposition')).toContain('filename="page.html"');
  });

  it('is seen by who sent it, who sees everything of the company, and those it is shared with only', async () => {
    const file = await uploaded(buyer, 'secret.stl', 'content');
    const [administrator, colleague, stranger, planner] = await Promise.all(
      (['buyeradmin', 'engineer', 'third', 'planner'] as const).map((account) => server.client(account)),
    );
    const statusFor = async (client: TestClient | undefined) => (await client?.fetch(file.fileURL))?.status;
    expect(await Promise.all([administrator, colleague, stranger, planner].map(statusFor))).toEqual([
      200, 404, 404, 404,
    ]);

    const files = server.services.get(storedFiles);
    const made = await server.services.write(async (unit) => {
      await files.share(unit, [file.id], { facilityIds: [server.world.rootFacilityId] });
      const { sha256, size } = (await files.byId(file.id)) ?? { sha256: '', size: 0 };
      const next = {
        sha256,
        size,
        fileName: 'x.png',
        controlled: false,
        createdBy: null,
        owner: {},
        madeFromFileId: file.id,
      };
      return files.add(unit, next);
    });
    expect(await statusFor(planner)).toBe(200);
    expect((await planner?.fetch(files.dto(made).fileURL))?.status).toBe(200);
    expect((await stranger?.fetch(files.dto(made).fileURL))?.status).toBe(404);
  });

  it('that is export controlled is for the person who sent it, until somebody is cleared', async () => {
    const file = await uploaded(buyer, 'wing.stl', 'content', { itar: 'true' });
    expect((await buyer.fetch(file.fileURL)).headers.get('cache-control')).toBe('no-store');
    const refused = await (await server.client('buyeradmin')).fetch(file.fileURL);
    expect(await refused.json()).toMatchObject({ code: 'EXPORT_CONTROLLED' });
  });

  it.each(['TRUE', '1', 'on', 'yes'])('is not taken into the open store for saying so as %j', async (itar) => {
    const before = await stored();
    const response = await buyer.send(path, 'wing.stl', 'content', { itar });
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', fields: { itar: expect.any(String) } });
    expect(await stored()).toBe(before);
  });

  it('sent with its export-control mark behind it is refused', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'a.stl');
    form.append('itar', 'true');
    expect((await buyer.fetch(path, { method: 'POST', body: form })).status).toBe(400);
  });
});
