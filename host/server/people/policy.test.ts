import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSecondFactors, readSecurityPolicy, saveSecurityPolicy } from '@sinter/sdk/contract/host/security';
import { getUser } from '@sinter/sdk/contract/host/session';
import { hostDb } from '../allTables.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let admin: TestClient;
const db = () => hostDb(server.services.db);
beforeAll(async () => {
  server = await testServer();
  admin = await server.client('admin');
});
afterAll(() => server.stop());

describe('the security policy', () => {
  const policy = { secondFactor: 'REQUIRED' as const, idleMinutes: 60, sessionHours: 24 };

  it('is asked of the whole enterprise at once, by its root only', async () => {
    const admin2 = await server.client('admin2');
    await expect(admin2.call(saveSecurityPolicy, { body: policy })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await admin2.call(getUser, {})).secondFactorDue).toBe(false);
    expect(await admin.call(saveSecurityPolicy, { body: policy })).toEqual(policy);
    await expect.poll(async () => (await admin2.call(getUser, {})).secondFactorDue).toBe(true);
    await db().updateTable('security_policy').set({ second_factor: 'OFFERED' }).execute();
    const [entry] = await db().selectFrom('audit_entry').selectAll().where('action', '=', 'policy.changed').execute();
    expect(entry).toMatchObject({ before: { secondFactor: 'OFFERED' }, after: policy });
  });

  it('of a buyer’s company is its own', async () => {
    const buyer = await server.client('buyer');
    expect((await buyer.call(readSecurityPolicy, {})).idleMinutes).toBe(720);
    const own = { ...policy, secondFactor: 'OFF' as const, idleMinutes: 30 };
    await buyer.call(saveSecurityPolicy, { body: own });
    expect(await buyer.call(readSecurityPolicy, {})).toEqual(own);
    expect((await (await server.client('admin2')).call(readSecurityPolicy, {})).idleMinutes).toBe(60);
  });
});

describe('an enterprise that has decided nothing', () => {
  const due = async (account: 'admin' | 'admin2' | 'planner' | 'buyeradmin') =>
    (await (await server.client(account)).call(getUser, {})).secondFactorDue;

  it('leads its administrators to a second factor before anything else, and nobody else', async () => {
    await db().deleteFrom('security_policy').execute();
    expect([await due('admin'), await due('admin2')]).toEqual([true, true]);
    expect([await due('planner'), await due('buyeradmin')]).toEqual([false, false]);
    const bare = await server.client('admin2');
    await expect(bare.call(readSecurityPolicy, {})).rejects.toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect((await bare.call(readSecondFactors, {})).policy).toBe('REQUIRED');
    expect((await (await server.client('planner')).call(readSecondFactors, {})).policy).toBe('OFFERED');
  });
});
