import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createBackend } from '../apps/backend.ts';
import { createSigner } from '../apps/signing.ts';
import { createOutbound } from './outbound.ts';

/** A name of a vendor's that leads to where it may be called when it is looked up first, and inside when it is looked up again. */
const lookups: string[][] = [];
const lookup = vi.fn(() => Promise.resolve((lookups.shift() ?? []).map((address) => ({ address, family: 4 }))));

const [outside, inside] = ['127.0.0.1', '127.0.0.2'];
const asked: string[] = [];
let servers: Server[];
let port = 0;

const listen = (address: string, at: number) =>
  new Promise<Server>((ready, failed) => {
    const server = createServer((_, response) => {
      asked.push(address);
      response.end('{}');
    });
    server.once('error', failed);
    server.listen(at, address, () => ready(server));
  });
beforeAll(async () => {
  const first = await listen(outside, 0);
  const place = first.address();
  if (place !== null && typeof place === 'object') ({ port } = place);
  servers = [first, await listen(inside, port)];
});
afterAll(() => servers.forEach((server) => void server.close()));
beforeEach(() => {
  asked.length = 0;
  lookups.length = 0;
  lookup.mockClear();
});

const signer = createSigner(Buffer.alloc(32, 7));
const backend = createBackend(createOutbound([`${outside}/32`], lookup), signer, () => 'https://parts.example.com');
const caller = {
  app: { id: 'acme.nesting', title: 'Nesting', version: '1.0.0' },
  facilityId: 1,
  userId: 1,
  scopes: [],
  secrets: {},
};
const ask = () =>
  backend(new URL(`http://rebinding.example:${port}/v1/quotes`), caller, { method: 'GET', body: undefined });

it('is looked up once for a call, which goes where that has led', async () => {
  lookups.push([outside], [inside]);
  expect(await ask()).toMatchObject({ status: 200 });
  expect(lookup).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([outside]);
  // The next call is checked anew, and has no connection of the one before.
  await expect(ask()).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
  expect(asked).toEqual([outside]);
});

it('is called at none of the addresses inside that it has beside the one outside', async () => {
  lookups.push([inside, outside]);
  expect(await ask()).toMatchObject({ status: 200 });
  expect(asked).toEqual([outside]);
});
