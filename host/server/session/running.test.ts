import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customLogin, fetchToken, getUser } from '@sinter/sdk/contract/host/session';
import { changePassword } from '@sinter/sdk/contract/host/account';
import { endOtherSessions, endSession, listSessions } from '@sinter/sdk/contract/host/security';
import { demoEmail, demoPassword } from '../demo/accounts.ts';
import { sessionCookie } from '../http/cookies.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { applyPolicy, policyOf } from './policy.ts';
import { sha256 } from '../identity/secretToken.ts';
import { hostDb, hostTransaction } from '../allTables.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

const db = () => hostDb(server.services.db);
const userId = (name: Account): number => server.world.users[demoEmail({ name })] ?? 0;
const statusOf = async (client: TestClient): Promise<number> => (await client.fetch('/api/v1/users/getUser')).status;
const rowOf = (client: TestClient) => sha256(client.cookies.get(sessionCookie) ?? '');
/** As if time had passed; no node remembers anything. */
async function change(client: TestClient, values: { last_seen_at?: Date; expires_at?: Date; authenticated_at?: Date }) {
  const { user_id } = await db()
    .updateTable('session')
    .set(values)
    .where('id', '=', rowOf(client))
    .returning('user_id')
    .executeTakeFirstOrThrow();
  server.node.sessions.forget(user_id);
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a session', () => {
  it('is never one that somebody planted', async () => {
    const client = await server.client();
    const planted = 'P'.repeat(43);
    client.cookies.set(sessionCookie, planted);
    await client.fetch('/custom-login'); // gives it the token that goes with the cookie
    await client.call(customLogin, { body: { email: demoEmail({ name: 'planner' }), password: demoPassword } });
    expect(client.cookies.get(sessionCookie)).not.toBe(planted);
    const victim = await fetch(`${server.url}/api/v1/users/getUser`, {
      headers: { cookie: `${sessionCookie}=${planted}` },
    });
    expect(victim.status).toBe(401);
  });

  it('ends when it was not used for as long as the policy allows, with the tokens made from it', async () => {
    const client = await server.client('operator');
    const { access_token } = await client.call(fetchToken, {});
    const bearer = () =>
      fetch(`${server.url}/api/v1/users/getUser`, { headers: { authorization: `Bearer ${access_token}` } });
    await change(client, { last_seen_at: ago(719) });
    expect(await statusOf(client)).toBe(200);
    expect((await bearer()).status).toBe(200);
    await change(client, { last_seen_at: ago(721) });
    expect(await statusOf(client)).toBe(401);
    expect((await bearer()).status).toBe(401);
  });

  it('is used by what people do, and not by what an open page calls by itself', async () => {
    const seen = async (client: TestClient) => {
      const query = db().selectFrom('session').select('last_seen_at').where('id', '=', rowOf(client));
      return (await query.executeTakeFirstOrThrow()).last_seen_at.getTime();
    };
    const open = await server.client();
    open.cookies.set(
      sessionCookie,
      await server.node.sessions.start(userId('legal'), { userAgent: '', address: '127.0.0.1' }),
    );
    await open.fetch('/custom-login');
    await change(open, { last_seen_at: ago(100) });
    await open.call(fetchToken, {});
    expect(await seen(open)).toBeLessThan(ago(99).getTime());
    await open.call(getUser, {});
    expect(await seen(open)).toBeGreaterThan(ago(1).getTime());
  });

  it('ends after its time, however much it is used', async () => {
    const client = await server.client('operator');
    await change(client, { expires_at: ago(0) });
    expect(await statusOf(client)).toBe(401);
  });

  it('asks again who it is, five minutes after that was last proved', async () => {
    const client = await server.client('operator');
    await change(client, { authenticated_at: ago(6) });
    await expect(client.call(changePassword, { body: { password: 'blue-Walrus-Kettle-9' } })).rejects.toMatchObject({
      code: 'REAUTHENTICATE',
    });
  });

  it('does not let a token prove more than the session did when it was made', async () => {
    const client = await server.client('operator');
    await change(client, { authenticated_at: ago(6) });
    const { access_token } = await client.call(fetchToken, {});
    const response = await fetch(`${server.url}/api/v1/users/change-password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'blue-Walrus-Kettle-9' }),
    });
    expect(await response.json()).toMatchObject({ code: 'REAUTHENTICATE' });
  });

  it('ends with the membership that it works in, and cannot be started in one that is disabled', async () => {
    const client = await server.client('finance');
    const disable = (disabled: boolean) =>
      db().updateTable('membership').set({ disabled }).where('user_id', '=', userId('finance')).execute();
    await disable(true);
    server.node.sessions.forget(userId('finance'));
    expect(await statusOf(client)).toBe(401);
    const again = await server.client();
    const signIn = { body: { email: demoEmail({ name: 'finance' }), password: demoPassword } };
    await expect(again.call(customLogin, signIn)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await disable(false);
    expect(await again.call(customLogin, signIn)).toMatchObject({
      memberRoles: ['SP_PURCHASE', 'FINANCIAL_CONTROLLER'],
    });
  });

  it('notes when somebody signed in last', async () => {
    const client = await server.client();
    await client.call(customLogin, { body: { email: demoEmail({ name: 'lot' }), password: demoPassword } });
    const row = await db()
      .selectFrom('app_user')
      .select('last_sign_in_at')
      .where('id', '=', userId('lot'))
      .executeTakeFirstOrThrow();
    expect(row.last_sign_in_at?.getTime()).toBeGreaterThan(ago(1).getTime());
  });
});

describe('running sessions', () => {
  it('are listed with this one first, and without anything that they could be used by', async () => {
    const other = await server.client('admin2');
    const here = await server.client('admin2');
    const list = await here.call(listSessions, {});
    expect(list.map(({ current }) => current)).toEqual([true, false]);
    expect(list[0]).toMatchObject({ device: 'test', address: '127.0.0.1' });
    const text = JSON.stringify(list);
    for (const client of [here, other]) {
      expect(text).not.toContain(client.cookies.get(sessionCookie));
      expect(text).not.toContain(rowOf(client));
    }
  });

  it('are ended one by one, but for the present one and those of others', async () => {
    const here = await server.client('buyer');
    const other = await server.client('buyer');
    const stranger = await server.client('engineer');
    const [present, running] = await here.call(listSessions, {});
    const [theirs] = await stranger.call(listSessions, {});
    for (const [id, code] of [
      [present?.id, 'FORBIDDEN'],
      [theirs?.id, 'NOT_FOUND'],
      ['0'.repeat(32), 'NOT_FOUND'],
    ] as const) {
      await expect(here.call(endSession, { params: { id: id ?? '' } })).rejects.toMatchObject({ code });
    }
    expect(await here.call(endSession, { params: { id: running?.id ?? '' } })).toHaveLength(1);
    expect([await statusOf(here), await statusOf(other), await statusOf(stranger)]).toEqual([200, 401, 200]);
  });

  it('are all ended but this one, on every node, with their tokens', async () => {
    const node = await server.another();
    const here = await server.client('third');
    const others = [await server.client('third'), await server.client('third')];
    const { access_token } = await (others[0] ?? here).call(fetchToken, {});
    const elsewhere = () =>
      fetch(`${node.url}/api/v1/users/getUser`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await elsewhere()).status).toBe(200);
    expect(await here.call(endOtherSessions, {})).toHaveLength(1);
    expect(await statusOf(here)).toBe(200);
    for (const client of others) expect(await statusOf(client)).toBe(401);
    await expect.poll(async () => (await elsewhere()).status).toBe(401);
    await node.stop();
  });
});

describe('the policy', () => {
  const store = (place: { facilityId: number | null; companyId: number | null }, second_factor: 'OFF' | 'REQUIRED') =>
    server.services.write(async (unit) => {
      const policy = { idleMinutes: 30, sessionHours: 2, secondFactor: second_factor };
      await hostTransaction(unit.db)
        .insertInto('security_policy')
        .values({
          ...{ facility_id: place.facilityId, company_id: place.companyId, second_factor },
          ...{ idle_minutes: policy.idleMinutes, session_hours: policy.sessionHours, updated_by: null },
        })
        .onConflict((conflict) =>
          conflict.columns(['facility_id', 'company_id']).doUpdateSet({
            ...{ second_factor, idle_minutes: policy.idleMinutes, session_hours: policy.sessionHours },
          }),
        )
        .execute();
      await applyPolicy(unit, place, policy);
    });

  it('of a buyer company shortens running sessions and those to come, and no other', async () => {
    const { buyerCompanyId } = server.world;
    const running = await server.client('buyeradmin');
    const outside = await server.client('third');
    await store({ facilityId: null, companyId: buyerCompanyId }, 'OFF');
    const started = await server.client('buyeradmin');
    for (const client of [running, started]) {
      const row = await db()
        .selectFrom('session')
        .select(['expires_at', 'idle_minutes'])
        .where('id', '=', rowOf(client))
        .executeTakeFirstOrThrow();
      expect(row.idle_minutes).toBe(30);
      expect(row.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
    }
    await change(running, { last_seen_at: ago(31) });
    expect(await statusOf(running)).toBe(401);
    await change(outside, { last_seen_at: ago(31) });
    expect(await statusOf(outside)).toBe(200);
  });

  it('of an enterprise holds in all of its facilities, and asks for a second factor at once', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const client = await server.client('admin2');
    expect((await client.call(getUser, {})).secondFactorDue).toBe(false);
    await store({ facilityId: rootFacilityId, companyId: null }, 'REQUIRED');
    expect(await policyOf(db(), { facilityId: secondFacilityId, companyId: null })).toEqual({
      secondFactor: 'REQUIRED',
      idleMinutes: 30,
      sessionHours: 2,
    });
    await expect.poll(async () => (await client.call(getUser, {})).secondFactorDue).toBe(true);
    expect(await (await client.fetch('/api/v1/registry/manifest')).json()).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    });
    // Somebody without a password comes through single sign-on, where the second factor is asked for.
    await db().updateTable('app_user').set({ password_hash: null }).where('id', '=', userId('admin2')).execute();
    server.node.sessions.forget(userId('admin2'));
    expect((await client.call(getUser, {})).secondFactorDue).toBe(false);
  });
});
