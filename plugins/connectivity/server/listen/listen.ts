import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob, runningModules, type JobContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { forgetOld } from './forget.ts';
import { keep, type Batch } from './keep.ts';
import { holdLease, leaveLease } from './lease.ts';
import { connectorsOn, Listener, rememberedOf, secretsOf, type Listened } from './Listener.ts';

/**
 * Listens to all connectors that are on, as long as its node is there: one at a time, by a lease that it renews with what it writes.
 * While it runs another one waits to take over, so that a node that dies is replaced.
 */
export const listenJob = defineJob({
  name: 'connectivity.listen',
  payload: z.object({}),
  lane: 'outside',
  maxAttempts: 25,
});

const every = 1000;
const looksAfter = 5000;
const takesOverAfter = 20_000;
const forgetsAfter = 3_600_000;
/** So often in a row nothing can be written before the queue says that it failed. */
const mostFailures = 10;
const longestPause = 30_000;

/** Somebody has to begin to listen, or to look what has changed. */
export const listenSoon = (unit: Work, inMs = 0): Promise<void> =>
  unit.enqueue(listenJob, {}, { key: listenJob.name, runAt: new Date(Date.now() + inMs) });

export async function listen(services: JobContext): Promise<void> {
  const { signal, write, log } = services;
  const holder = randomUUID();
  const hold = (work?: (unit: Work) => Promise<void>): Promise<boolean> =>
    write(async (unit) => {
      if (!(await holdLease(unit, holder))) return false;
      await work?.(unit);
      return true;
    });
  const onOthers = () => write((unit) => listenSoon(unit, takesOverAfter));
  if (!(await hold())) return onOthers();

  const listeners = new Map<number, Listener>();
  let holds = true;
  try {
    for (let [looked, forgot, failures] = [0, 0, 0]; holds && !signal.aborted;) {
      try {
        if (Date.now() - looked >= looksAfter) {
          looked = Date.now();
          const wanted = await allowed(services);
          await settle(services, listeners, wanted);
          // Who opens the wall of a facility that has turned the feature on begins anew.
          if (wanted.length === 0) return;
          await onOthers();
        }
        const batch = together([...listeners.values()].map((each) => each.take()));
        holds = await hold((unit) => keep(unit, batch));
        if (Date.now() - forgot >= forgetsAfter) {
          forgot = Date.now();
          await write(forgetOld);
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures > mostFailures) throw error;
        log.warn('what machines said cannot be written', { error: String(error), failures });
        // What is not written is read again from the cursor that is.
        for (const each of listeners.values()) each.stop();
        listeners.clear();
        looked = 0;
      }
      const pause = Math.min(every * 2 ** failures, longestPause);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
    if (holds) {
      for (const each of listeners.values()) each.stop();
      const last = together([...listeners.values()].map((each) => each.take()));
      await hold((unit) => keep(unit, last));
    }
  } finally {
    for (const each of listeners.values()) each.stop();
    await leaveLease(services, holder);
    if (signal.aborted) await write((unit) => listenSoon(unit));
    log.info('nobody listens to machines here any more', { connectors: listeners.size });
  }
}

/** Those that are on, of facilities that have the feature. */
async function allowed(services: JobContext): Promise<Listened[]> {
  const connectors = await connectorsOn(services);
  const modules = services.get(runningModules);
  const facilities = [...new Set(connectors.map(({ facilityId }) => facilityId))];
  const listening = await Promise.all(
    facilities.map(async (id) => (await modules.runs('connectivity', id)) && modules.flag('MACHINE_CONNECTIVITY', id)),
  );
  const known = new Map(facilities.map((id, index) => [id, listening[index] === true]));
  return connectors.filter(({ facilityId }) => known.get(facilityId));
}

/** Begins with what is new or changed, and ends what is no longer wanted. */
async function settle(
  services: JobContext,
  listeners: Map<number, Listener>,
  wanted: readonly Listened[],
): Promise<void> {
  const versions = new Map(wanted.map(({ id, version }) => [id, version]));
  for (const [id, listener] of listeners) {
    if (versions.get(id) === listener.connector.version) continue;
    listener.stop();
    listeners.delete(id);
  }
  const begun = wanted.filter(({ id }) => !listeners.has(id));
  const known = await rememberedOf(
    services,
    begun.map(({ id }) => id),
  );
  const secrets = await secretsOf(services, begun);
  for (const connector of begun) {
    const own = secrets.get(connector.id) ?? { secret: null, certificate: null };
    listeners.set(connector.id, new Listener(services, connector, known.get(connector.id) ?? [], own));
  }
  const { rows } = await sql<{ id: number; equipment: number | null }>`
    select id, equipment_id as equipment from mc_machine where connector_id = any(${[...listeners.keys()]}::bigint[])
  `.execute(services.db);
  const mapped = new Map(rows.map(({ id, equipment }) => [id, equipment]));
  for (const listener of listeners.values()) listener.map(mapped);
}

function together(batches: readonly Batch[]): Batch {
  return {
    machines: new Set(batches.flatMap(({ machines }) => [...machines])),
    happened: batches.flatMap(({ happened }) => happened),
    told: batches.flatMap(({ told }) => told),
  };
}
