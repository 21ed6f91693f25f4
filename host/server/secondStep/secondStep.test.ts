import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '@sinter/sdk/contract';
import { sessionUserSchema, customLogin, getUser } from '@sinter/sdk/contract/host/session';
import {
  confirmTotp,
  readSecondFactors,
  reauthenticate,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startTotp,
} from '@sinter/sdk/contract/host/security';
import * as z from 'zod';
import { softPasskey } from '../../../tests/idp/softPasskey.ts';
import { demoPassword } from '../demo/accounts.ts';
import { hostDb } from '../allTables.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { relyingParty } from './passkeys.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

// Codes, and counters of attempts, belong to their time. The database's clock stays: so never by five minutes.
let turn = 0;
beforeEach(() => {
  turn = (turn + 1) % 2;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + turn * 60_000 });
});
afterEach(() => void vi.useRealTimers());
const later = (seconds = 90) => vi.setSystemTime(Date.now() + seconds * 1000);

const db = () => hostDb(server.services.db);
const userIdOf = (account: Account): number => server.world.users[`${account}@demo.example`] ?? 0;
const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

beforeEach(async () => {
  for (const table of ['totp', 'passkey', 'recovery_code', 'security_policy', 'challenge', 'rate_counter'] as const) {
    await db().deleteFrom(table).execute();
  }
});

/** Sets up an authenticator app for the account and answers how to make its codes. */
async function withTotp(account: Account) {
  const client = await server.client(account);
  const { secret } = await client.call(startTotp, {});
  const { recoveryCodes } = await client.call(confirmTotp, { body: { code: codeOf(secret) } });
  later();
  return { client, secret, recoveryCodes: recoveryCodes ?? [] };
}

/** The password of the account, and the ticket that it gives. */
async function passwordOf(account: Account): Promise<{ client: TestClient; ticket: string; methods: string[] }> {
  const client = await server.client();
  const refused = await client
    .call(customLogin, { body: { email: `${account}@demo.example`, password: demoPassword } })
    .then(() => Promise.reject(new Error('The password alone was enough.')))
    .catch((error: unknown) => z.object({ details: errorBodySchema.partial() }).parse(error).details);
  return { client, ticket: refused.ticket ?? '', methods: refused.methods ?? [] };
}

const byCode = (client: TestClient, ticket: string, code: string, method: 'TOTP' | 'RECOVERY_CODE' = 'TOTP') =>
  client.call(secondFactor, { body: { ticket, method, code } });

describe('an authenticator app', () => {
  it('is asked for after the password once it is set up', async () => {
    const { client, secret, recoveryCodes } = await withTotp('planner');
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes[0]).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    expect(await client.call(readSecondFactors, {})).toMatchObject({ hasPassword: true, recoveryCodesLeft: 10 });

    const second = await passwordOf('planner');
    expect(second.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    expect(second.client.cookies.has('sinter_session')).toBe(false);
    const user = await byCode(second.client, second.ticket, codeOf(secret));
    expect(user.email).toBe('planner@demo.example');
    expect(await second.client.call(getUser, {})).toEqual(user);
  });

  it('answers its secret as text, address and picture, and counts only when a code of it was shown', async () => {
    const client = await server.client('operator');
    const { secret, address, picture } = await client.call(startTotp, {});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toContain(`secret=${secret}`);
    expect(address).toMatch(/^otpauth:\/\/totp\/.*operator%40demo\.example/);
    expect(decodeURIComponent(picture)).toMatch(/^data:image\/svg\+xml,<svg /);
    await expect(client.call(confirmTotp, { body: { code: '000000' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { code: expect.any(String) },
    });
    expect((await client.call(readSecondFactors, {})).totpSince).toBeNull();
    const fresh = await server.client();
    await fresh.call(customLogin, { body: { email: 'operator@demo.example', password: demoPassword } });
  });

  it('keeps the old app working until the new one has shown a code', async () => {
    const { client, secret } = await withTotp('planner');
    const { secret: next } = await client.call(startTotp, {});
    const one = await passwordOf('planner');
    await byCode(one.client, one.ticket, codeOf(secret));
    later();
    const { recoveryCodes } = await client.call(confirmTotp, { body: { code: codeOf(next) } });
    expect(recoveryCodes).toBeNull();
    later();
    const two = await passwordOf('planner');
    await expect(byCode(two.client, two.ticket, codeOf(secret))).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await byCode(two.client, two.ticket, codeOf(next));
  });

  it.each([-30, 0, 30])('accepts a clock that is %i seconds off', async (seconds) => {
    const { secret } = await withTotp('planner');
    const { client, ticket } = await passwordOf('planner');
    await byCode(client, ticket, codeOf(secret, seconds));
  });

  it.each([-61, 61])('refuses a clock that is %i seconds off', async (seconds) => {
    const { secret } = await withTotp('planner');
    const { client, ticket } = await passwordOf('planner');
    await expect(byCode(client, ticket, codeOf(secret, seconds))).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
      message: 'Unable to log in',
    });
  });

  it('accepts no code twice, not even the one that set it up, nor one before it', async () => {
    const client = await server.client('planner');
    const { secret } = await client.call(startTotp, {});
    const code = codeOf(secret);
    await client.call(confirmTotp, { body: { code } });
    const first = await passwordOf('planner');
    await expect(byCode(first.client, first.ticket, code)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    later();
    const next = codeOf(secret);
    const before = codeOf(secret, -30);
    await byCode(first.client, first.ticket, next);
    const second = await passwordOf('planner');
    for (const old of [next, before]) {
      await expect(byCode(second.client, second.ticket, old)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    }
  });

  it('lets one of two through who show the same code at once', async () => {
    const { secret } = await withTotp('planner');
    const both = [await passwordOf('planner'), await passwordOf('planner')];
    const code = codeOf(secret);
    const results = await Promise.allSettled(both.map(({ client, ticket }) => byCode(client, ticket, code)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('ends the ticket with the fifth wrong code', async () => {
    const { secret } = await withTotp('planner');
    const { client, ticket } = await passwordOf('planner');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(byCode(client, ticket, '12345678')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    }
    later();
    await expect(byCode(client, ticket, codeOf(secret))).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('counts wrong codes of one account over all its tickets', async () => {
    const { secret } = await withTotp('planner');
    const [one, two] = [await passwordOf('planner'), await passwordOf('planner')];
    for (let tries = 0; tries < 5; tries += 1) await byCode(one.client, one.ticket, '12345678').catch(() => {});
    await expect(byCode(two.client, two.ticket, codeOf(secret))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('uses a ticket once, and not after the account was switched off', async () => {
    const { secret } = await withTotp('planner');
    const { client, ticket } = await passwordOf('planner');
    await byCode(client, ticket, codeOf(secret));
    later();
    await expect(byCode(client, ticket, codeOf(secret))).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    const other = await passwordOf('planner');
    const disable = (disabled: boolean) =>
      db().updateTable('app_user').set({ disabled }).where('id', '=', userIdOf('planner')).execute();
    await disable(true);
    try {
      await expect(byCode(other.client, other.ticket, codeOf(secret))).rejects.toMatchObject({
        code: 'BAD_CREDENTIALS',
      });
    } finally {
      await disable(false);
    }
  });

  it('keeps its secret sealed', async () => {
    const { secret } = await withTotp('planner');
    const { secret_sealed } = await db().selectFrom('totp').select('secret_sealed').executeTakeFirstOrThrow();
    expect(secret_sealed).not.toContain(secret);
  });
});

describe('recovery codes', () => {
  it('stand in for the lost factor, once each, however they are typed', async () => {
    const { recoveryCodes } = await withTotp('engineer');
    const code = recoveryCodes[3] ?? '';
    const first = await passwordOf('engineer');
    await byCode(first.client, first.ticket, ` ${code.toLowerCase().replace('-', ' ')} `, 'RECOVERY_CODE');
    expect((await first.client.call(readSecondFactors, {})).recoveryCodesLeft).toBe(9);
    const second = await passwordOf('engineer');
    await expect(byCode(second.client, second.ticket, code, 'RECOVERY_CODE')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
  });

  it('are no use to somebody else, and not readable in the table', async () => {
    const { recoveryCodes } = await withTotp('engineer');
    await withTotp('planner');
    const { client, ticket } = await passwordOf('planner');
    await expect(byCode(client, ticket, recoveryCodes[0] ?? '', 'RECOVERY_CODE')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
    const rows = await db().selectFrom('recovery_code').select('code_hash').execute();
    expect(rows.some(({ code_hash }) => code_hash.includes((recoveryCodes[0] ?? '').slice(0, 5)))).toBe(false);
  });

  it('are made anew in place of the old ones', async () => {
    const { client, recoveryCodes: old } = await withTotp('engineer');
    const { recoveryCodes } = await client.call(renewRecoveryCodes, {});
    expect(new Set([...old, ...recoveryCodes]).size).toBe(20);
    const second = await passwordOf('engineer');
    await expect(byCode(second.client, second.ticket, old[0] ?? '', 'RECOVERY_CODE')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
    await byCode(second.client, second.ticket, recoveryCodes[0] ?? '', 'RECOVERY_CODE');
  });

  it('go with the last factor, and are not made without one', async () => {
    const { client } = await withTotp('engineer');
    expect(await client.call(removeTotp, {})).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
    await expect(client.call(renewRecoveryCodes, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

const site = 'http://localhost:8080';
const questionSchema = z.object({ ticket: z.string(), options: z.looseObject({ challenge: z.string() }) });
const enrolledSchema = z.object({ passkeysPossible: z.boolean(), recoveryCodes: z.array(z.string()).nullable() });

/** A call as a page at `localhost` makes it. */
async function post<S extends z.ZodType>(client: TestClient, path: string, body: unknown, schema: S) {
  const response = await client.fetch(`/api/v1/users/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'localhost:8080' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw errorBodySchema.parse(answer);
  return schema.parse(answer);
}

async function addPasskey(client: TestClient) {
  const passkey = softPasskey('localhost', site);
  const { ticket, options } = await post(client, 'second-factors/passkey-question', undefined, questionSchema);
  const credential = await passkey.make(options.challenge);
  const added = { ticket, name: 'Laptop', credential };
  const enrolled = await post(client, 'second-factors/passkeys', added, enrolledSchema);
  return { passkey, enrolled, added, options };
}

const askPasskey = (client: TestClient, ticket?: string) =>
  post(client, 'passkey-question', { ticket }, questionSchema);
const byPasskey = (client: TestClient, ticket: string, credential: unknown) =>
  post(client, 'second-factor', { ticket, method: 'PASSKEY', credential }, sessionUserSchema);

describe('a passkey', () => {
  it('signs in alone when it has verified the person', async () => {
    const { passkey, enrolled, options } = await addPasskey(await server.client('buyer'));
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: 'buyer@demo.example' } });
    expect(enrolled).toMatchObject({ passkeysPossible: true });
    expect(enrolled.recoveryCodes).toHaveLength(10);
    const client = await server.client();
    const { ticket, options: question } = await askPasskey(client);
    expect(question).not.toHaveProperty('allowCredentials');
    expect(question['userVerification']).toBe('required');
    const user = await byPasskey(client, ticket, await passkey.answer(question.challenge));
    expect(user.email).toBe('buyer@demo.example');
    expect(await client.call(getUser, {})).toEqual(user);
  });

  it('does not sign in alone without verifying the person, but is a second factor then', async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    const client = await server.client();
    const alone = await askPasskey(client);
    const unverified = await passkey.answer(alone.options.challenge, { verified: false });
    await expect(byPasskey(client, alone.ticket, unverified)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });

    const first = await passwordOf('buyer');
    expect(first.methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    const { ticket, options } = await askPasskey(first.client, first.ticket);
    expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
    await byPasskey(first.client, ticket, await passkey.answer(options.challenge, { verified: false }));
  });

  it('answers a question once, and only that one', async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    const client = await server.client();
    const [one, two] = [await askPasskey(client), await askPasskey(client)];
    const answer = await passkey.answer(one.options.challenge);
    await expect(byPasskey(client, two.ticket, answer)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await byPasskey(client, one.ticket, answer);
    await expect(byPasskey(client, one.ticket, answer)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('is refused when its counter stands still or goes back: it was copied', async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    const client = await server.client();
    const use = async (counter: number) => {
      passkey.counter = counter;
      const { ticket, options } = await askPasskey(client);
      return byPasskey(client, ticket, await passkey.answer(options.challenge));
    };
    await use(7);
    await expect(use(7)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(use(3)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await use(8);
  });

  it('is refused from another site, and with a forged signature', async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    const forged = softPasskey('localhost', site);
    const client = await server.client();
    const phished = await askPasskey(client);
    const answer = await passkey.answer(phished.options.challenge, { origin: 'http://localhost.evil.example' });
    await expect(byPasskey(client, phished.ticket, answer)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    const other = await askPasskey(client);
    const wrong = { ...(await forged.answer(other.options.challenge)), id: passkey.id, rawId: passkey.id };
    await expect(byPasskey(client, other.ticket, wrong)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it("is no second factor for somebody else's sign-in", async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    await addPasskey(await server.client('engineer'));
    const first = await passwordOf('engineer');
    const { ticket, options } = await askPasskey(first.client, first.ticket);
    const answer = await passkey.answer(options.challenge);
    await expect(byPasskey(first.client, ticket, answer)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('does not let in somebody whose account is switched off', async () => {
    const { passkey } = await addPasskey(await server.client('buyer'));
    const disable = (disabled: boolean) =>
      db().updateTable('app_user').set({ disabled }).where('id', '=', userIdOf('buyer')).execute();
    await disable(true);
    try {
      const client = await server.client();
      const { ticket, options } = await askPasskey(client);
      const answer = await passkey.answer(options.challenge);
      await expect(byPasskey(client, ticket, answer)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    } finally {
      await disable(false);
    }
  });

  it('is kept only by who was asked to make it, and once', async () => {
    const buyer = await server.client('buyer');
    const { added } = await addPasskey(buyer);
    const path = 'second-factors/passkeys';
    await expect(post(buyer, path, added, enrolledSchema)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    const asked = await post(buyer, 'second-factors/passkey-question', undefined, questionSchema);
    const credential = await softPasskey('localhost', site).make(asked.options.challenge);
    const stolen = { ticket: asked.ticket, name: 'Stolen', credential };
    const other = await server.client('engineer');
    await expect(post(other, path, stolen, enrolledSchema)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('can be removed by its owner only', async () => {
    const buyer = await server.client('buyer');
    const { passkey } = await addPasskey(buyer);
    const other = await server.client('engineer');
    const params = { id: passkey.id };
    await expect(other.call(removePasskey, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await buyer.call(removePasskey, { params })).passkeys).toEqual([]);
  });

  it.each([
    ['https://parts.example', 'https://parts.example', 'parts.example'],
    ['https://parts.example', 'https://parts.example:8443', 'parts.example'],
    ['https://parts.example', 'http://localhost:3000', 'localhost'],
    ['https://parts.example', 'https://evil.example', undefined],
    ['http://parts.example', 'http://parts.example', undefined],
    ['http://127.0.0.1:80', 'http://127.0.0.1:80', undefined],
    ['https://[::1]', 'https://[::1]', undefined],
  ])('for a site at %s and a page at %s belongs to %s', (publicUrl, page, id) => {
    expect(relyingParty(publicUrl, page)?.id).toBe(id);
  });

  it('is not offered at a bare address', async () => {
    const client = await server.client('buyer');
    expect((await client.call(readSecondFactors, {})).passkeysPossible).toBe(false);
  });
});

describe('what the company asks', () => {
  const ask = (secondFactorPolicy: 'OFF' | 'OFFERED' | 'REQUIRED') =>
    db()
      .insertInto('security_policy')
      .values({
        facility_id: server.world.rootFacilityId,
        second_factor: secondFactorPolicy,
        idle_minutes: 60,
        session_hours: 24,
      })
      .execute();

  it('is told, also to people of a facility below', async () => {
    await ask('OFF');
    expect((await (await server.client('admin2')).call(readSecondFactors, {})).policy).toBe('OFF');
    expect((await (await server.client('buyer')).call(readSecondFactors, {})).policy).toBe('OFFERED');
  });

  it('keeps the last factor where one is required, and lets others go', async () => {
    const { client } = await withTotp('planner');
    await ask('REQUIRED');
    await expect(client.call(removeTotp, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await client.call(readSecondFactors, {})).totpSince).not.toBeNull();
    const { passkey } = await addPasskey(client);
    expect((await client.call(removeTotp, {})).passkeys).toHaveLength(1);
    const params = { id: passkey.id };
    await expect(client.call(removePasskey, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a change', () => {
  it('is written down and told to its owner, and signs nobody out', async () => {
    const elsewhere = await server.client('third');
    const { client } = await withTotp('third');
    await client.call(removeTotp, {});
    expect(await elsewhere.call(getUser, {})).toMatchObject({ email: 'third@demo.example' });
    const entries = await db()
      .selectFrom('audit_entry')
      .select('action')
      .where('user_id', '=', userIdOf('third'))
      .where('action', 'like', 'factors.%')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['factors.totp_added', 'factors.totp_removed']);
    const mails = await db()
      .selectFrom('mail_message')
      .select('subject')
      .where('recipient', '=', 'third@demo.example')
      .execute();
    expect(mails).toHaveLength(2);
  });
});

describe('showing again who sits there', () => {
  const age = (account: Account) =>
    db()
      .updateTable('session')
      .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', userIdOf(account))
      .execute();
  const youngest = async (account: Account) => {
    const rows = await db()
      .selectFrom('session')
      .select('authenticated_at')
      .where('user_id', '=', userIdOf(account))
      .execute();
    return Date.now() - Math.max(...rows.map(({ authenticated_at }) => authenticated_at.getTime()));
  };

  it('takes the password', async () => {
    const client = await server.client('admin');
    await age('admin');
    await expect(
      client.call(reauthenticate, { body: { method: 'PASSWORD', password: 'wrong' } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', fields: { password: expect.any(String) } });
    expect(await youngest('admin')).toBeGreaterThan(3_000_000);
    const before = client.cookies.get('sinter_session') ?? '';
    await client.call(reauthenticate, { body: { method: 'PASSWORD', password: demoPassword } });
    expect(await youngest('admin')).toBeLessThan(120_000);
    await client.call(getUser, {});
    const old = await client.fetch('/api/v1/users/getUser', { headers: { cookie: `sinter_session=${before}` } });
    expect(old.status).toBe(401);
  });

  it('takes a code of the app, once', async () => {
    const { client, secret } = await withTotp('admin2');
    await age('admin2');
    const body = { method: 'TOTP' as const, code: codeOf(secret) };
    await client.call(reauthenticate, { body });
    expect(await youngest('admin2')).toBeLessThan(120_000);
    await expect(client.call(reauthenticate, { body })).rejects.toMatchObject({ fields: { code: expect.any(String) } });
  });

  it('takes a passkey of the user, and of nobody else', async () => {
    const client = await server.client('buyer');
    const { passkey } = await addPasskey(client);
    const strange = (await addPasskey(await server.client('engineer'))).passkey;
    await age('buyer');
    const prove = async (with_: typeof passkey) => {
      const { ticket, options } = await askPasskey(client);
      const credential = await with_.answer(options.challenge);
      return post(client, 'reauthenticate', { method: 'PASSKEY', ticket, credential }, z.unknown());
    };
    await expect(prove(strange)).rejects.toMatchObject({ fields: { credential: expect.any(String) } });
    await prove(passkey);
    expect(await youngest('buyer')).toBeLessThan(120_000);
  });

  it('counts wrong passwords of its own, and none of strangers who try to sign in', async () => {
    const [client, stranger] = [await server.client('admin'), await server.client()];
    const wrong = { body: { email: 'admin@demo.example', password: 'wrong' } };
    for (let tries = 0; tries < 10; tries += 1) await stranger.call(customLogin, wrong).catch(() => {});
    const prove = (password: string) =>
      client.call(reauthenticate, { body: { method: 'PASSWORD' as const, password } });
    await prove(demoPassword);
    for (let tries = 0; tries < 10; tries += 1) await prove('wrong').catch(() => {});
    await expect(prove(demoPassword)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
