import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#host/server/database/embedded.ts';
import { type Answer, createCaller } from './caller.ts';
import type { Figure, Table } from './figure.ts';
import { cpuSeconds } from './load/cpu.ts';
import { addPeople, type Material, type Person, readMaterial } from './load/people.ts';
import { nextStep, type Step } from './load/steps.ts';
import { addOrders } from './orders.ts';
import { emptyFolder, startProduct } from './program.ts';
import { percentile } from './statistics.ts';

const orders = 10_000;
const people = 200;
const pauseMs = 2_000;
/** All phases together stay below a minute. */
const seconds = { warm: 8, alone: 8, paused: 16, busy: 12 };

interface Phase {
  times: Map<Step['name'], number[]>;
  answered: number;
  /** How long each 503 took. */
  refused: number[];
  failed: Map<string, number>;
}

/**
 * The server with 200 people: each does one thing after the other, with two seconds in between and without a pause. A person
 * who is refused with 503 comes again after what `Retry-After` says, as a browser does.
 */
export async function load(): Promise<Table> {
  const data = join(emptyFolder('load'), 'data');
  const product = await startProduct(data, { LOG_LEVEL: 'warn' });
  const database = await startEmbedded({ dataDir: join(data, 'db') });
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  try {
    await addOrders(pool, orders);
    const everybody = await addPeople(pool, product.url, people);
    const material = await readMaterial(pool);
    const run = (who: readonly Person[], pause: number, forSeconds: number) =>
      phase(product.url, who, material, pause, forSeconds);
    await run(everybody, pauseMs, seconds.warm);
    const alone = await run(everybody.slice(0, 3), 60, seconds.alone);
    const before = await cpuSeconds(product.url, pool);
    const paused = await run(everybody, pauseMs, seconds.paused);
    const used = (await cpuSeconds(product.url, pool)) - before;
    const busy = await run(everybody, 0, seconds.busy);
    console.error(
      told('alone', alone),
      told('paused', paused),
      told('busy', busy),
      material.orderIds.length,
      material.parts.length,
    );
    return {
      subject: 'Load',
      note:
        `${people} people at ${orders} orders. Floor: p95 while three ask in turn. ${told('With two seconds of pause', paused)} ` +
        `${told('Without a pause', busy)}`,
      figures: [
        ...(['search', 'open', 'create'] as const).flatMap((name): Figure[] => {
          const floor = p(alone, name, 0.95);
          const compared = (found: Phase) => {
            const measured = p(found, name, 0.95);
            return { measured, floor, ratio: measured / floor };
          };
          return [
            { name: `${name}: p50 alone`, unit: 'ms', measured: p(alone, name, 0.5) },
            { name: `${name}: p50 with a pause`, unit: 'ms', measured: p(paused, name, 0.5) },
            { name: `${name}: p95 with a pause`, unit: 'ms', ...compared(paused), target: { atMost: 5 } },
            { name: `${name}: p50 without a pause`, unit: 'ms', measured: p(busy, name, 0.5) },
            { name: `${name}: p95 without a pause`, unit: 'ms', ...compared(busy) },
          ];
        }),
        {
          name: 'processor time of an answer, database included',
          unit: 'ms',
          measured: (used * 1000) / paused.answered,
        },
        { name: 'refusals without a pause, p95', unit: 'ms', measured: percentile([0, ...busy.refused], 0.95) },
        {
          name: 'errors other than 503',
          unit: '',
          measured: [alone, paused, busy].reduce((sum, { failed }) => sum + total(failed), 0),
          target: { atMost: 0 },
        },
      ],
    };
  } finally {
    await pool.end();
    await product.stop();
    await database.stop();
  }
}

const p = ({ times }: Phase, name: Step['name'], share: number): number => percentile(times.get(name) ?? [], share);
const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function told(when: string, { answered, refused, failed }: Phase): string {
  const errors = [...failed].map(([error, count]) => `, ${count} x ${error}`).join('');
  return `${when}: ${answered} answered, ${refused.length} refused with 503${errors}.`;
}

async function phase(
  url: string,
  who: readonly Person[],
  material: Material,
  pause: number,
  forSeconds: number,
): Promise<Phase> {
  const found: Phase = { times: new Map(), answered: 0, refused: [], failed: new Map() };
  const end = Date.now() + forSeconds * 1000;
  await Promise.all(who.map((person, index) => live(url, person, material, { pause, end, found, seed: index + 1 })));
  return found;
}

async function live(
  url: string,
  person: Person,
  material: Material,
  { pause, end, found, seed }: { pause: number; end: number; found: Phase; seed: number },
): Promise<void> {
  const random = randomFrom(seed);
  const caller = createCaller(url, person.session, person.address);
  const rest = (ms: number): Promise<unknown> => sleep(Math.min(ms, Math.max(0, end - Date.now())));
  await rest(random() * pause);
  while (Date.now() < end) {
    const { name, send } = nextStep(person, material, random);
    for (let again = true; again && Date.now() < end;) {
      const begun = performance.now();
      const answer = await send(caller).catch((error: unknown) => String(error));
      again = count(found, name, answer, performance.now() - begun);
      if (again && typeof answer !== 'string') await rest(Number(answer.headers['retry-after'] ?? 1) * 1000);
    }
    if (pause > 0) await rest(pause * (0.5 + random()));
  }
  caller.close();
}

/** `true`: to be asked again. */
function count(found: Phase, name: Step['name'], answer: Answer | string, ms: number): boolean {
  if (typeof answer !== 'string' && answer.status === 503) {
    found.refused.push(ms);
    return true;
  }
  if (typeof answer !== 'string' && answer.status === 200) {
    found.answered += 1;
    found.times.set(name, [...(found.times.get(name) ?? []), ms]);
    return false;
  }
  const error = `${name}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 120)}`}`;
  found.failed.set(error, (found.failed.get(error) ?? 0) + 1);
  return false;
}

/** The same steps in each run. */
function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
