import { generateKeyPairSync, sign } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advise } from './advice.mjs';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519').privateKey;
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const question = { size: [40, 30, 20], quantity: 30, processKey: 'SLA', buildVolume: [200, 125, 300] };

let site, origin, program, address;

function token(change = {}, key = privateKey, alg = 'EdDSA') {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: origin,
    aud: 'sinter-labs.nesting-advisor',
    sub: '1',
    facility: 2,
    scopes: [],
    iat: now,
    exp: now + 60,
  };
  const text = `${encode({ alg, typ: 'JWT', kid: 'one' })}.${encode({ ...claims, ...change })}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

beforeAll(async () => {
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', use: 'sig' }];
  site = createServer((_, response) => response.end(JSON.stringify({ keys })));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${site.address().port}`;
  program = spawn(process.execPath, [`${import.meta.dirname}/main.mjs`], { env: { SINTER_SITE: origin, PORT: '0' } });
  const [line] = await once(program.stdout, 'data');
  address = `http://127.0.0.1:${/\d+/.exec(String(line))[0]}/v1/advice`;
});
afterAll(() => {
  program.kill();
  site.close();
});

const ask = async (bearer, body = question) => {
  const headers = { authorization: `Bearer ${bearer}` };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

it('advises who comes from the site', async () => {
  // (200 - 5) / (40 + 5) = 4 times (125 - 5) / (30 + 5) = 3 lying; 7 × 3 with the short sides on the plate: 20 + 5 and 30 + 5.
  expect(await ask(token())).toEqual({
    status: 200,
    body: { perBuild: 21, builds: 2, full: 42, share: 800, fullShare: 571, currency: 'EUR' },
  });
  expect(await ask(token(), { ...question, size: [400, 1, 1] })).toMatchObject({ status: 422 });
});

it('refuses every token that is not the site’s own for this plugin, now', async () => {
  const [head, , signature] = token().split('.');
  const changed = `${head}.${encode({ iss: origin, aud: 'sinter-labs.nesting-advisor', iat: 0, exp: 9e9 })}.${signature}`;
  const refused = [
    '',
    'no.token.atall',
    changed,
    token({}, stranger),
    token({}, privateKey, 'none'),
    token({ aud: 'acme.other' }),
    token({ iss: 'https://elsewhere.example' }),
    token({ exp: Math.floor(Date.now() / 1000) - 60 }),
  ];
  for (const bearer of refused) expect(await ask(bearer)).toMatchObject({ status: 401 });
});

it('fills builds with powder upwards too', () => {
  const boxes = { size: [95, 95, 95], buildVolume: [205, 205, 205], quantity: 3 };
  expect(advise({ ...boxes, processKey: 'SLA' })).toMatchObject({ perBuild: 4, full: 4 });
  expect(advise({ ...boxes, processKey: 'HPBJ' })).toMatchObject({ perBuild: 8, full: 8 });
});
