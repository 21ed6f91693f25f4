import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, createCaller, expectOk, type Session, signIn } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { emptyFolder, startProduct } from './program.ts';
import { inRounds, percentile } from './statistics.ts';

/** Each takes another address as soon as its own is turned away, so that no limit by address helps. */
const attackers = 40;
const requests = 150;
const pauseMs = 8;

const work: Record<string, (caller: Caller) => Promise<unknown>> = {
  'GET getUser': (caller) => expectOk(caller.get('/api/v1/users/getUser')),
  'POST orders/search': (caller) =>
    expectOk(caller.post('/api/v3/orders/search?page=0&size=15', { searchString: '', searchFilters: {} })),
  'GET registry/manifest': (caller) => expectOk(caller.get('/api/v1/registry/manifest')),
};

/** What other people's requests take while passwords are tried on many accounts from many addresses at once. */
export async function spraying(rounds: number): Promise<Table> {
  const product = await startProduct(join(emptyFolder('spraying'), 'data'));
  const caller = createCaller(product.url, await signIn(product.url, 'planner'));
  try {
    const times = Object.keys(work).map((name) => ({ name, idle: [] as number[], sprayed: [] as number[] }));
    const measure = async (when: 'idle' | 'sprayed'): Promise<void> => {
      for (let count = 0; count < requests; count += 1) {
        for (const row of times) {
          const begun = performance.now();
          await work[row.name]?.(caller);
          row[when].push(performance.now() - begun);
          await sleep(pauseMs);
        }
      }
    };
    await measure('idle');
    for (const row of times) row.idle = [];
    const tried = { hashed: 0, turnedAway: 0 };
    await inRounds(
      rounds,
      () => measure('idle'),
      async () => {
        const spray = startSpraying(product.url, tried);
        try {
          await measure('sprayed');
        } finally {
          await spray.stop();
        }
      },
    );
    const figures = times.map(({ name, idle, sprayed }): Figure => {
      const [floor, measured] = [percentile(idle, 0.95), percentile(sprayed, 0.95)];
      return { name: `${name}, p95`, unit: 'ms', measured, floor, ratio: measured / floor, target: { atMost: 2 } };
    });
    return {
      subject: 'Password spraying',
      note: `${attackers} attackers, each with ever new addresses, over ${rounds} rounds: ${tried.hashed} passwords checked, ${tried.turnedAway} turned away. Floor: the same requests while nobody attacks.`,
      figures,
    };
  } finally {
    caller.close();
    await product.stop();
  }
}

function startSpraying(url: string, tried: { hashed: number; turnedAway: number }) {
  let stopped = false;
  const running = Array.from({ length: attackers }, async (_, index) => {
    const from = (count: number) =>
      new Agent({
        keepAlive: true,
        maxSockets: 1,
        localAddress: `127.${index + 1}.${count >> 8}.${(count % 250) + 2}`,
      });
    let agent = from(0);
    let taken = 0;
    const token = 'A'.repeat(43);
    const session: Session = { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
    for (let guess = 0; !stopped; guess += 1) {
      const body = JSON.stringify({ email: `victim${index}-${guess}@demo.example`, password: `Spring${guess}!` });
      const status = await post(url, agent, session, body);
      if (status === 401) tried.hashed += 1;
      else {
        tried.turnedAway += 1;
        agent.destroy();
        agent = from(++taken);
      }
    }
    agent.destroy();
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function post(url: string, agent: Agent, session: Session, body: string): Promise<number> {
  return new Promise((answered, failed) => {
    const headers = { ...session, 'content-type': 'application/json' };
    const sent = request(`${url}/api/v1/users/customLogin`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => answered(response.statusCode ?? 0));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}
