import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorBodySchema } from '@sinter/sdk/contract';
import { customLogin, getUser, logout } from '@sinter/sdk/contract/host/session';
import { fileDtoSchema, mediaConfig, uploadFile } from '@sinter/sdk/contract/host/files';
import { listSessions } from '@sinter/sdk/contract/host/security';
import { verifyEmail } from '@sinter/sdk/contract/host/account';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import { contractOf } from '@sinter/sdk/contract';
import * as jobEvents from '@sinter/sdk/contract/scheduling/events';
import { defineServer } from '@sinter/sdk/server';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostDb } from '#host/server/allTables.ts';
import { demoPassword } from '#host/server/demo/accounts.ts';
import { eventStreams } from '#host/server/push/streams.ts';
import { type TestServer, testServer } from '#host/server/testing.ts';
import { type Balancer, makeCertificate, siteName, startHaproxy, startNginx } from './balancers.ts';
import { type Machines, makeMachines, missing } from './namespaces.ts';
import { type Answer, newVisitor, type Visitor } from './visitor.ts';

const reason = missing();
if (reason !== null) console.log(`The product behind nginx and HAProxy is not tested: ${reason}.`);

const gibibyte = 1024 ** 3;
const big = 4 * gibibyte;
const forged = '203.0.113.9';

/** Declares the event and does nothing else. */
const scheduling = defineServer({ id: 'scheduling', contract: contractOf(jobEvents), migrations: {}, setup() {} });
const listed = z.array(z.object({ current: z.boolean(), address: z.string() }));

const refusal = ({ status, body }: Answer) => [status, errorBodySchema.parse(JSON.parse(body)).code];

describe.skipIf(reason !== null).each([
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
] as const)('behind %s with TLS on another machine', (name, start) => {
  let machines: Machines;
  let one: TestServer;
  let other: TestServer;
  let balancer: Balancer;
  let stopped: Promise<void> | undefined;
  const stopOther = (): Promise<void> => (stopped ??= other.stop());
  let planner: Visitor;
  let stranger: Visitor;

  beforeAll(async () => {
    machines = makeMachines();
    const certificate = makeCertificate(machines.folder);
    one = await testServer({
      plugins: [scheduling],
      host: machines.nodes,
      trustedProxies: [machines.balancer],
      publicUrl: `https://${siteName}`,
      maxUploadBytes: 2 * big,
    });
    other = await one.another();
    balancer = start(
      machines,
      [one, other].map(({ url }) => new URL(url).host),
    );
    planner = newVisitor(machines, certificate, 'planner');
    stranger = newVisitor(machines, certificate, 'stranger');
  });
  afterAll(async () => {
    await balancer.stop();
    await stopOther();
    await one.stop();
    machines.remove();
    rmSync(machines.folder, { recursive: true });
  });

  it('is signed in at over HTTP/2, with cookies that never leave without TLS', async () => {
    await expect.poll(() => stranger.visit(getUser.path).then(refusal, String)).toEqual([401, 'UNAUTHENTICATED']);
    await planner.visit(getUser.path);
    const json = { email: 'planner@demo.example', password: demoPassword };
    const answer = await planner.visit(customLogin.path, { method: 'POST', json });
    expect([answer.status, answer.version]).toEqual([200, '2']);
    const given = answer.headers.split('\r\n').filter((line) => line.toLowerCase().startsWith('set-cookie:'));
    expect(given.length).toBeGreaterThan(0);
    for (const line of given) expect(line).toMatch(/; Secure\b/);
  });

  it('a changing call comes from the address that people see, and from no other', async () => {
    const leave = (headers: Record<string, string>) => planner.visit(logout.path, { headers });
    expect(refusal(await leave({ origin: 'https://elsewhere.example' }))).toEqual([403, 'CSRF']);
    expect(refusal(await leave({ origin: `http://${siteName}` }))).toEqual([403, 'CSRF']);
    expect(refusal(await leave({ 'x-xsrf-token': 'a'.repeat(43) }))).toEqual([403, 'CSRF']);
    const elsewhere = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' };
    expect(refusal(await leave(elsewhere))).toEqual([403, 'CSRF']);
    expect((await planner.visit(mediaConfig.path)).body).toContain(`"https://${siteName}"`);
  });

  it("the client's address is the browser's, whatever it or a stranger claims", async () => {
    const headers = { 'x-forwarded-for': forged };
    const sessions = listed.parse(JSON.parse((await planner.visit(listSessions.path, { headers })).body));
    expect(sessions.map(({ address }) => address)).toEqual([machines.browser]);

    const direct = await (
      await one.client('buyer')
    ).fetch(customLogin.path, {
      method: 'POST',
      headers: { 'x-forwarded-for': forged, 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'buyer@demo.example', password: demoPassword }),
    });
    expect(direct.status).toBe(200);
    const db = hostDb(one.services.db);
    const addresses = await db.selectFrom('session').select('address').distinct().execute();
    expect(addresses.map(({ address }) => address)).toContain(machines.nodes);
    expect(addresses.map(({ address }) => address)).not.toContain(forged);
  });

  it('is counted as one in limits, however many addresses it claims', async () => {
    const guess = (address: string) =>
      stranger.visit(verifyEmail.path.replace('{hash}', 'x'.repeat(43)), { headers: { 'x-forwarded-for': address } });
    const most = verifyEmail.ratePerMinute ?? 0;
    const statuses: number[] = [];
    for (let at = 0; statuses.at(-1) !== 429 && at < 3 * most; at += 1) {
      statuses.push((await guess(`203.0.113.${at}`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('events of either node reach browsers at both, at once', async () => {
    const streams = [planner.listen(pushedEvents.path), planner.listen(pushedEvents.path)];
    const opened = () => [one, other].map(({ services }) => services.get(eventStreams).count);
    await expect.poll(opened).toEqual([1, 1]);
    const facilityId = one.world.rootFacilityId;
    for (const [at, node] of [one, other].entries()) {
      await node.services.write((unit) =>
        unit.emit(
          jobEvents.jobChanged,
          { jobId: at + 1, facilityId, equipmentId: 1, status: 'QUEUED' },
          { facilityIds: [facilityId] },
        ),
      );
    }
    for (const { heard } of streams) {
      await expect.poll(() => heard().match(/"jobId":\d/g)).toEqual(['"jobId":1', '"jobId":2']);
    }
    for (const stream of streams) await stream.close();
  });

  it('takes an upload of 4 GiB while it arrives, with flat memory everywhere', async () => {
    const path = join(machines.folder, 'big.stl');
    writeFileSync(path, '');
    truncateSync(path, big);
    const before = { node: process.memoryUsage().rss, balancer: balancer.memory() };
    let [most, kept] = [0, 0];
    let sent = false;
    const sending = planner.visit(uploadFile.path, { method: 'POST', file: path }).finally(() => (sent = true));
    while (!sent) {
      most = Math.max(most, process.memoryUsage().rss);
      kept = Math.max(kept, balancer.kept());
      await sleep(50);
    }
    const answer = await sending;
    expect([answer.status, fileDtoSchema.parse(JSON.parse(answer.body)).size]).toEqual([200, big]);
    const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
    const grown = [most - before.node, balancer.memory() - before.balancer, kept].map(mebibytes);
    console.log(
      `4 GiB through ${name}: nodes +${grown[0]} MiB, balancer +${grown[1]} MiB, on its disk ${grown[2]} MiB`,
    );
    expect(grown[0]).toBeLessThan(400);
    expect(grown[1]).toBeLessThan(64);
    expect(grown[2]).toBeLessThan(4);
    const audited = await hostDb(one.services.db)
      .selectFrom('audit_entry')
      .select('address')
      .where('action', '=', 'file.uploaded')
      .execute();
    expect(audited).toEqual([{ address: machines.browser }]);
  });

  it('goes on with one node when the other is gone', async () => {
    await stopOther();
    for (const _ of [1, 2, 3, 4]) expect((await planner.visit(getUser.path)).status).toBe(200);
  });
});
