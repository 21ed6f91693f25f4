import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networksOf } from './networks.ts';
import { createOutbound, ForbiddenAddress } from './outbound.ts';

let server: Server;
let asked: string[];
let port = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/away')
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(2 ** 20));
    else response.end('hello');
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address !== null && typeof address === 'object') ({ port } = address);
  asked = [];
});
afterAll(() => void server.close());

describe('an address that somebody tells the server to call', () => {
  const call = createOutbound([]);
  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://localhost',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    'https://10.1.2.3',
    'https://172.31.0.1',
    'https://192.168.1.1',
    'https://100.100.100.200',
    'https://169.254.169.254',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'http://8.8.8.8',
    'https://user:secret@8.8.8.8',
    'file:///etc/passwd',
  ])('is not called at %s', async (address) => {
    const at = address.includes('//127') || address.includes('localhost') ? `${address}:${port}` : address;
    await expect(call(at)).rejects.toThrow(ForbiddenAddress);
    expect(asked).toEqual([]);
  });

  it('is called on the internet', () => {
    const { mayCall } = networksOf([]);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])
      expect([address, mayCall(address)]).toEqual([address, true]);
  });

  it('is called in a network that the operator allows, and no other', async () => {
    const there = createOutbound(['127.0.0.1/32']);
    expect(await (await there(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
    await expect(there(`http://127.0.0.2:${port}/`)).rejects.toThrow(ForbiddenAddress);
    await expect(there('https://10.0.0.1/')).rejects.toThrow(ForbiddenAddress);
  });

  it('is called where its name led when it was checked', async () => {
    const there = createOutbound(['127.0.0.0/8']);
    expect(await (await there(`http://localhost:${port}/`)).text()).toBe('hello');
  });

  it('leads nowhere else, and sends no more than is read', async () => {
    const there = createOutbound(['127.0.0.1/32']);
    asked = [];
    const away = await there(`http://127.0.0.1:${port}/away`);
    expect([away.status, asked]).toEqual([302, ['/away']]);
    await expect(there(`http://127.0.0.1:${port}/large`)).rejects.toThrow('too large');
  });
});
