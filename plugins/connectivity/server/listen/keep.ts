import { machineAlarmRaised, machinesReported, machineStateChanged } from '@sinter/sdk/contract/connectivity/machines';
import type { Sentence } from '@sinter/sdk/contract';
import type { ConnectorType } from '@sinter/sdk/contract/connectivity/states';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { tellAlarm, tellDropOut } from '../notices.ts';
import { followJob, type Followed } from './follow.ts';
import type { Happening, Known } from './known.ts';

/** A machine that is listened to. */
export interface Heard {
  id: number;
  facilityId: number;
  equipmentId: number | null;
  type: ConnectorType;
  known: Known;
}

export interface Told {
  connectorId: number;
  ok: boolean;
  why: Sentence;
  cursor: string;
}

/** What is written at once. */
export interface Batch {
  machines: ReadonlySet<Heard>;
  happened: readonly { machine: Heard; what: Happening }[];
  told: readonly Told[];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Writes what was heard, tells open screens and people, and lets jobs follow: as many statements however many machines there are. */
export async function keep(unit: Work, { machines, happened, told }: Batch): Promise<void> {
  await keepHealth(unit, told);
  if (machines.size === 0) return;
  await write(unit, { machines, happened });
  await followPrints(unit, happened);
  for (const facilityId of new Set([...machines].map((each) => each.facilityId))) {
    await unit.emit(machinesReported, { facilityId }, { facilityIds: [facilityId] });
  }
  for (const { machine, what } of happened) await tell(unit, machine, what);
  await tellDropOuts(unit, happened);
}

/** Of all that drop out together people are told once in each facility. */
async function tellDropOuts(unit: Work, happened: Batch['happened']): Promise<void> {
  const lost = happened.flatMap(({ machine, what }) =>
    // A simulator keeps nobody awake.
    what.kind === 'STATE' && what.state === 'OFFLINE' && machine.type !== 'SIMULATOR' && machine.known.print
      ? [{ machineId: machine.id, facilityId: machine.facilityId, at: what.at }]
      : [],
  );
  for (const facilityId of new Set(lost.map((each) => each.facilityId))) {
    const [first, ...others] = lost.filter((each) => each.facilityId === facilityId);
    if (first) await tellDropOut(unit, { ...first, others: others.length });
  }
}

/** The rows alone. */
export async function write(unit: Work, { machines, happened }: Pick<Batch, 'machines' | 'happened'>): Promise<void> {
  await keepLive(unit, [...machines]);
  await keepHappenings(unit, happened);
}

async function keepHealth({ db }: Work, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map(({ connectorId, ok, why, cursor }) => ({
    ...{ id: connectorId, ok, cursor, message: why.message, said: why.said },
  }));
  // Files up to the cursor of a file drop are read; the cursors of other drivers are no numbers of files, and have none.
  await sql`
    update mc_drop d set taken = true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, cursor text)
    where d.connector_id = t.id and not d.taken and t.cursor ~ '^[0-9]{1,18}$' and d.id <= t.cursor::bigint
  `.execute(db);
  await sql`
    update mc_connector c set ok = t.ok, cursor = t.cursor, message = t.message, said = t.said,
      told_at = case when c.message = t.message and c.told_at > now() - interval '1 minute' then c.told_at else now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, ok boolean, cursor text, message text, said jsonb)
    where c.id = t.id
  `.execute(db);
}

async function keepLive({ db }: Work, machines: readonly Heard[]): Promise<void> {
  const rows = machines.map(({ id, known: { state, since, vendorState, seenAt, live, print, alarm } }) => ({
    ...{ id, state, live, word: vendorState, since: iso(since), seen: seenAt === null ? null : iso(seenAt) },
    ...{ print: print?.id ?? null, alarm: alarm?.id ?? null },
  }));
  await sql`
    update mc_machine m set state = t.state, since = t.since, vendor_state = t.word, seen_at = t.seen, live = t.live,
      -- The print that ended last stays until there is another one: somebody may still say which job it was.
      print_id = coalesce(t.print, m.print_id), alarm_id = t.alarm
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id bigint, state text, since timestamptz, word text,
      seen timestamptz, live jsonb, print uuid, alarm uuid)
    where m.id = t.id
  `.execute(db);
}

async function keepHappenings({ db }: Work, happened: Batch['happened']): Promise<void> {
  if (happened.length === 0) return;
  const rows = happened.map(({ machine: { id: machine }, what }) => ({
    ...{ machine, kind: what.kind, at: 'at' in what ? iso(what.at) : null },
    ...(what.kind === 'STATE' && { state: what.state }),
    ...(what.kind === 'ALARM' && { id: what.alarm.id, code: what.alarm.code, text: what.alarm.text }),
    ...(what.kind === 'ALARM_OVER' && { id: what.id }),
    ...(what.kind === 'BEGAN' && { id: what.print.id, text: what.print.name }),
    ...(what.kind === 'ENDED' && { id: what.printId, finished: what.finished }),
    ...(what.kind === 'SKIPPED' && { id: what.printId, names: what.names }),
  }));
  const told = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(machine bigint, kind text, at timestamptz, state text,
    id uuid, code text, text text, finished boolean, names text[])`;
  await sql`insert into mc_span (machine_id, state, from_at) select machine, state, at from ${told} where kind = 'STATE'`.execute(
    db,
  );
  await sql`insert into mc_alarm (id, machine_id, code, text, raised_at)
    select id, machine, code, text, at from ${told} where kind = 'ALARM'`.execute(db);
  await sql`update mc_alarm a set cleared_at = t.at from ${told} where t.kind = 'ALARM_OVER' and a.id = t.id`.execute(
    db,
  );
  await sql`insert into mc_print (id, machine_id, name, started_at)
    select id, machine, text, at from ${told} where kind = 'BEGAN'`.execute(db);
  await sql`update mc_print p set skipped = p.skipped || t.names from ${told} where t.kind = 'SKIPPED' and p.id = t.id`.execute(
    db,
  );
  await sql`update mc_print p set ended_at = t.at, finished = t.finished from ${told}
    where t.kind = 'ENDED' and p.id = t.id`.execute(db);
  // Whoever begins a print has taken off the one before.
  await sql`update mc_machine m set plate_full = t.kind = 'ENDED' from (
      select distinct on (machine) machine, kind from (
        select row_number() over () as n, * from ${told}) as t where kind in ('BEGAN', 'ENDED') order by machine, n desc) as t
    where m.id = t.machine`.execute(db);
}

const followed = {
  PAUSED: 'PAUSE',
  RESUMED: 'RESUME',
  ENDED: 'END',
  SKIPPED: 'SKIP',
} as const satisfies Partial<Record<Happening['kind'], Followed>>;

/** Prints that are linked take their jobs along, once this is true. */
async function followPrints(unit: Work, happened: Batch['happened']): Promise<void> {
  const wanted = happened.flatMap(({ what }) =>
    'printId' in what ? [{ printId: what.printId, what: followed[what.kind] }] : [],
  );
  if (wanted.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from mc_print where job_id is not null and id = any(${wanted.map(({ printId }) => printId)}::uuid[])
  `.execute(unit.db);
  const linked = new Set(rows.map(({ id }) => id));
  for (const each of wanted) if (linked.has(each.printId)) await unit.enqueue(followJob, each);
}

async function tell(unit: Work, { id, equipmentId, facilityId, type }: Heard, what: Happening): Promise<void> {
  const subject = { machineId: id, equipmentId, facilityId };
  const to = { facilityIds: [facilityId] };
  if (what.kind === 'STATE') {
    await unit.emit(machineStateChanged, { ...subject, state: what.state }, to);
  } else if (what.kind === 'ALARM') {
    const { id: alarmId, code, text } = what.alarm;
    await unit.emit(machineAlarmRaised, { ...subject, alarmId }, to);
    if (type !== 'SIMULATOR') await tellAlarm(unit, { machineId: id, facilityId, alarmId, text: text || code });
  }
}
