import { setTimeout as sleep } from 'node:timers/promises';
import { sourceSchema } from '@sinter/sdk/contract/connectivity/connectors';
import { drivers, machineStateSchema, type ConnectorType } from '@sinter/sdk/contract/connectivity/states';
import { keptSecrets, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { NotHeard, type Driver } from '../drivers/driver.ts';
import { openers } from '../drivers/drivers.ts';
import { connectivityDb, connectivityRead } from '../tables.ts';
import { say } from '../texts.ts';
import type { Batch, Heard, Told } from './keep.ts';
import { hear, lost, nothing, type Happening, type Known, type Reported } from './known.ts';
import { certificateName, linkOf, secretName } from './link.ts';
import { liveSchema } from './live.ts';

const connectorSchema = z.object({
  id: z.number(),
  facilityId: z.number(),
  type: z.custom<ConnectorType>((type) => typeof type === 'string' && type in drivers),
  endpoint: z.string(),
  poll: z.number(),
  settings: z.record(z.string(), z.string()),
  sources: z.array(sourceSchema),
  stateMap: z.record(z.string(), machineStateSchema),
  cursor: z.string(),
  version: z.number(),
});
export type Listened = z.infer<typeof connectorSchema>;

/** A machine of which nothing is heard for so many questions is offline, and after so many seconds in any case. */
const silence = { questions: 3, seconds: 15 };
const longestPause = 60_000;
/** More of one connector are not listened to. */
const most = 500;

/** Connectors of facilities that listen. */
export async function connectorsOn({ db }: Pick<Services, 'db'>): Promise<Listened[]> {
  const { rows } = await sql`
    select id, facility_id as "facilityId", type, endpoint, poll_seconds as poll, state_map as "stateMap", settings, sources,
      cursor, version
    from mc_connector where run = 'ON' order by id
  `.execute(db);
  return z.array(connectorSchema).parse(rows);
}

export type Remembered = Awaited<ReturnType<typeof rowsOf>>[number];
const rowsOf = (db: Services['db'], connectorIds: readonly number[]) =>
  connectivityRead(db)
    .selectFrom('mc_machine as m')
    .leftJoin('mc_print as p', (join) => join.onRef('p.id', '=', 'm.print_id').on('p.ended_at', 'is', null))
    .leftJoin('mc_alarm as a', (join) => join.onRef('a.id', '=', 'm.alarm_id').on('a.cleared_at', 'is', null))
    .select(['m.id', 'm.connector_id', 'm.machine', 'm.equipment_id', 'm.state', 'm.since', 'm.vendor_state'])
    .select(['m.seen_at', 'm.live', 'p.id as print', 'p.name', 'p.skipped', 'a.id as alarm', 'a.code', 'a.text'])
    .where('m.connector_id', 'in', connectorIds)
    .execute();

/** What was known when nobody listened any more, by connector: asked in one go however many there are. */
export async function rememberedOf(
  { db }: Pick<Services, 'db'>,
  connectorIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Remembered[]>> {
  const rows = connectorIds.length === 0 ? [] : await rowsOf(db, connectorIds);
  const known = new Map<number, Remembered[]>(connectorIds.map((id) => [id, []]));
  for (const row of rows) known.get(row.connector_id)?.push(row);
  return known;
}

export interface Secrets {
  secret: string | null;
  certificate: string | null;
}
/** By connector, in one go as well. Whoever changes one changes the version of its connector, which is begun anew. */
export async function secretsOf(
  { db, get }: Pick<Services, 'db' | 'get'>,
  connectors: readonly Listened[],
): Promise<ReadonlyMap<number, Secrets>> {
  const names = connectors.flatMap(({ id, type }) => [
    ...(drivers[type].secret === 'NONE' ? [] : [secretName(id)]),
    ...(drivers[type].certificate ? [certificateName(id)] : []),
  ]);
  const kept = await get(keptSecrets).findAll(db, names);
  return new Map(
    connectors.map(({ id }) => {
      const [secret, certificate] = [secretName(id), certificateName(id)].map((name) => kept.get(name) ?? null);
      return [id, { secret: secret ?? null, certificate: certificate ?? null }];
    }),
  );
}

/** Listens to one connector until it is stopped. What it hears waits in it until somebody takes it. */
export class Listener {
  readonly connector: Listened;
  readonly #services: Services;
  readonly #secrets: Secrets;
  readonly #stopping = new AbortController();
  readonly #machines = new Map<string, Heard>();
  #dirty = new Set<Heard>();
  #happened: { machine: Heard; what: Happening }[] = [];
  #told: Told | null = null;
  /** When somebody answered last. */
  #answered = Date.now();
  /** Up to where everything that was read is noted. */
  #cursor: string;

  /** `known`: of its machines. */
  constructor(services: Services, connector: Listened, known: readonly Remembered[], secrets: Secrets) {
    this.#services = services;
    this.connector = connector;
    this.#secrets = secrets;
    this.#cursor = connector.cursor;
    this.#remember(known);
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** What is not written yet; it is this caller's now. */
  take(): Batch {
    const batch = { machines: this.#dirty, happened: this.#happened, told: this.#told ? [this.#told] : [] };
    this.#dirty = new Set();
    this.#happened = [];
    this.#told = null;
    return batch;
  }

  /** Machines that other people's hands have mapped to ours since. */
  map(equipment: ReadonlyMap<number, number | null>): void {
    for (const machine of this.#machines.values())
      machine.equipmentId = equipment.get(machine.id) ?? machine.equipmentId;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log } = this.#services;
    const { id, poll, type } = this.connector;
    let driver: Driver | null = null;
    let failures = 0;
    // A driver that has broken off is as silent as it was: its machines say nothing more often for that.
    let silentFor: number | undefined;
    for (let asked = Date.now(); !signal.aborted;) {
      try {
        if (!driver) {
          driver = openers[type](linkOf(this.#services, { ...this.connector, ...this.#secrets, cursor: this.#cursor }));
          silentFor = driver.silence;
        }
        const readings = await driver.read(signal);
        await this.#meet(readings);
        if (signal.aborted) break;
        this.#answered = Date.now();
        this.#hear(readings, driver);
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        const why = error instanceof NotHeard ? error.why : say('noAnswer');
        if (!(error instanceof NotHeard)) log.warn('a connector broke off', { connector: id, error: String(error) });
        this.#told = { ...{ connectorId: id, ok: false, why }, cursor: this.#cursor };
        // What it has read may not be noted: it begins where everything is.
        driver?.close?.();
        driver = null;
      }
      this.#lose(silentFor);
      // At its rate, and after failures less and less often.
      const every = Math.min(poll * 1000 * 2 ** Math.min(failures, 10), Math.max(longestPause, poll * 1000));
      asked = Math.max(asked + every, Date.now());
      await sleep(Math.max(0, asked - Date.now()), undefined, { signal }).catch(() => {});
    }
    driver?.close?.();
  }

  #remember(rows: readonly Remembered[]): void {
    for (const row of rows) {
      const known: Known = {
        ...{ state: row.state, vendorState: row.vendor_state, since: row.since.getTime() },
        ...{ seenAt: row.seen_at?.getTime() ?? null, live: liveSchema.parse(row.live) },
        print: row.print === null ? null : { id: row.print, name: row.name ?? '', skipped: row.skipped ?? [] },
        alarm: row.alarm === null ? null : { id: row.alarm, code: row.code ?? '', text: row.text ?? '' },
      };
      this.#machines.set(row.machine, this.#machineOf(row.id, row.equipment_id, known));
    }
  }

  #machineOf(id: number, equipmentId: number | null, known: Known): Heard {
    const { facilityId, type } = this.connector;
    return { id, facilityId, equipmentId, type, known };
  }

  /** All of it in one go with its cursor: what is written holds either both or neither. */
  #hear(readings: readonly Reported[], driver: Driver): void {
    const now = Date.now();
    const { stateMap, type } = this.connector;
    const states = (word: string) => stateMap[word] ?? drivers[type].states[word] ?? null;
    for (const reading of readings) {
      const machine = this.#machines.get(reading.machine);
      if (!machine) continue;
      const { after, happened } = hear(machine.known, reading, states, now);
      this.#note(machine, after, happened);
    }
    const cursor = driver.cursor();
    this.#cursor = cursor;
    const trouble = driver.trouble?.() ?? null;
    const why = trouble ?? say('heard', { count: this.#machines.size });
    this.#told = { connectorId: this.connector.id, ok: trouble === null, cursor, why };
  }

  /** Machines that were never heard of get a row. */
  async #meet(readings: readonly Reported[]): Promise<void> {
    const names = [...new Set(readings.map(({ machine }) => machine))].filter((name) => !this.#machines.has(name));
    const fresh = names.slice(0, most - this.#machines.size);
    if (fresh.length === 0) return;
    const { id, facilityId } = this.connector;
    const rows = await this.#services.write((unit) =>
      connectivityDb(unit)
        .insertInto('mc_machine')
        .values(
          fresh.map((machine) => ({
            ...{
              facility_id: facilityId,
              connector_id: id,
              machine,
              equipment_id: null,
              live: JSON.stringify(nothing),
            },
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'machine']).doUpdateSet({ facility_id: facilityId }),
        )
        .returning(['id', 'machine', 'equipment_id'])
        .execute(),
    );
    const unheard: Known = {
      ...{
        state: 'OFFLINE',
        vendorState: '',
        since: Date.now(),
        seenAt: null,
        live: nothing,
        print: null,
        alarm: null,
      },
    };
    for (const row of rows) this.#machines.set(row.machine, this.#machineOf(row.id, row.equipment_id, unheard));
  }

  #lose(ofDriver?: number): void {
    const now = Date.now();
    const usual = Math.max(silence.seconds, silence.questions * this.connector.poll);
    const nobody = now - this.#answered >= usual * 1000;
    const longest = (nobody ? usual : (ofDriver ?? usual)) * 1000;
    for (const machine of this.#machines.values()) {
      if (now - (machine.known.seenAt ?? 0) < longest) continue;
      const { after, happened } = lost(machine.known, now);
      if (happened.length > 0) this.#note(machine, after, happened);
    }
  }

  #note(machine: Heard, after: Known, happened: readonly Happening[]): void {
    machine.known = after;
    this.#dirty.add(machine);
    for (const what of happened) this.#happened.push({ machine, what });
  }
}
