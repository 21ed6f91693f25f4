import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { createCaller, expectOk, type Session, signIn } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { emptyFolder, startProduct } from './program.ts';
import { percentile } from './statistics.ts';
import { join } from 'node:path';

const clientsPerNode = 200;
const changes = 40;

const foundSchema = z.object({ orders: z.array(z.object({ id: z.number(), status: z.string() })) });

/** From the request that changes an order until every open page was told, on the node that did it and on another one. */
export async function eventLatency(): Promise<Table> {
  const data = join(emptyFolder('events'), 'data');
  const here = await startProduct(data);
  const there = await startProduct(data);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  try {
    const session = await signIn(here.url, 'planner');
    const arrivals = { here: [] as number[], there: [] as number[] };
    for (const [name, url] of [
      ['here', here.url],
      ['there', there.url],
    ] as const) {
      const opened = Array.from({ length: clientsPerNode }, () =>
        listen(url, session, agent, () => arrivals[name].push(performance.now())),
      );
      await Promise.all(opened);
    }
    const caller = createCaller(here.url, session);
    const body = { searchString: '', searchFilters: { ORDER_STATUS: ['BID_WAITING'] } };
    const found = foundSchema.parse(JSON.parse(await expectOk(caller.post('/api/v3/orders/search?size=1', body))));
    const id = found.orders[0]?.id;
    if (id === undefined) throw new Error('The demo has no order that can be held.');

    const latencies = { here: [] as number[], there: [] as number[] };
    let missed = 0;
    for (let change = 0; change < changes; change += 1) {
      arrivals.here = [];
      arrivals.there = [];
      const begun = performance.now();
      const event = change % 2 === 0 ? 'HOLD' : 'RESUME';
      await expectOk(caller.post(`/api/v3/orders/${id}/events`, { eventId: randomUUID(), event }));
      for (
        let waited = 0;
        waited < 3000 && arrivals.here.length + arrivals.there.length < 2 * clientsPerNode;
        waited += 5
      )
        await sleep(5);
      await sleep(30);
      missed += 2 * clientsPerNode - arrivals.here.length - arrivals.there.length;
      if (change < 4) continue; // until everything is compiled
      for (const name of ['here', 'there'] as const)
        latencies[name].push(...arrivals[name].map((arrived) => arrived - begun));
    }
    caller.close();
    const bare = await bareNotify(database.connection);
    const row = (name: string, share: number, target?: Figure['target']): Figure => ({
      name,
      unit: 'ms',
      measured: percentile(latencies.there, share),
      floor: percentile(latencies.here, share),
      ratio: percentile(latencies.there, share) / percentile(latencies.here, share),
      target,
    });
    return {
      subject: 'Events',
      note: `An order changed over HTTP until ${clientsPerNode} streams of another node were told; floor: as many on the same node.`,
      figures: [
        row('another node, p50', 0.5),
        row('another node, p95', 0.95, { atMost: 3 }),
        { name: 'another node, p95', unit: 'ms', measured: percentile(latencies.there, 0.95), target: { atMost: 100 } },
        { name: 'bare NOTIFY to LISTEN, p50', unit: 'ms', measured: percentile(bare, 0.5) },
        { name: 'events that did not arrive', unit: '', measured: missed, target: { atMost: 0 } },
      ],
    };
  } finally {
    agent.destroy();
    await there.stop();
    await here.stop();
    await database.stop();
  }
}

/** Resolves when the stream is open. */
function listen(url: string, session: Session, agent: Agent, changed: () => void): Promise<void> {
  return new Promise((opened, failed) => {
    const sent = request(`${url}/api/v1/events`, { agent, headers: session }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`The event stream was answered with ${response.statusCode}.`));
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        if (text.includes('event: stream.open')) opened();
        if (text.includes('event: order.changed')) changed();
      });
      response.on('error', () => {}); // our own end closes it
    });
    sent.on('error', failed);
    sent.end();
  });
}

async function bareNotify(connection: pg.PoolConfig): Promise<number[]> {
  const [listener, sender] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([listener.connect(), sender.connect()]);
  await listener.query('listen bench');
  const times: number[] = [];
  for (let count = 0; count < changes; count += 1) {
    const begun = performance.now();
    const heard = new Promise((notified) => listener.once('notification', notified));
    await sender.query('notify bench');
    await heard;
    times.push(performance.now() - begun);
  }
  await Promise.all([listener.end(), sender.end()]);
  return times;
}
