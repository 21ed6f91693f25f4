import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  Connector,
  ConnectorDraft,
  createConnector,
  dropReadings,
  removeConnector,
  runConnector,
  updateConnector,
} from '@sinter/sdk/contract/connectivity/connectors';
import { declaredOf, wrongSettings } from '@sinter/sdk/contract/connectivity/fields';
import { drivers } from '@sinter/sdk/contract/connectivity/states';
import { keptSecrets, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { nothing } from '../listen/known.ts';
import { clientOf } from '../drivers/mqtt/client.ts';
import { NotHeard } from '../drivers/driver.ts';
import { certificateName, secretName } from '../listen/link.ts';
import { listenSoon } from '../listen/listen.ts';
import { connectivityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { mostConnectors, oneConnector } from './read.ts';
import { fingerprintsIn, sameTrust, trustOf } from './trust.ts';

/** Throws INVALID_INPUT for what no driver calls. */
export function requireEndpoint({ type, endpoint }: Pick<ConnectorDraft, 'type' | 'endpoint'>): void {
  const { schemes } = drivers[type];
  const [first, second = first] = schemes.map((scheme) => `${scheme}://`);
  if (first === undefined || second === undefined) return;
  if (endpoint === '') throw wrongField('endpoint', say('endpointMissing'));
  const address = URL.parse(endpoint);
  if (!address || address.host === '' || !schemes.some((scheme) => address.protocol === `${scheme}:`)) {
    throw wrongField(
      'endpoint',
      second === first ? say('endpointBegins', { first }) : say('endpointWrong', { first, second }),
    );
  }
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '') {
    throw wrongField('endpoint', say('endpointPlain'));
  }
}

const keptSchema = z.record(z.string(), z.string());
const wrongTexts = { MISSING: say('settingMissing'), WRONG: say('settingWrong'), TWICE: say('machineTwice') };

/** Throws INVALID_INPUT for what does not fit what the driver declares. */
export function requireSettings({
  type,
  settings,
  sources,
}: Pick<ConnectorDraft, 'type' | 'settings' | 'sources'>): void {
  const [first] = wrongSettings(drivers[type], settings, sources);
  if (first) throw wrongField(first.path, wrongTexts[first.why]);
}

/** Where a secret goes: `mqtt:` and the like have no origin of their own. */
export function originOf(endpoint: string): string {
  const address = URL.parse(endpoint);
  return address ? `${address.protocol}//${address.host}` : '';
}

/** The fingerprint of the certificate that is entered, if any. Throws INVALID_INPUT for one that would prove nothing. */
function clientIn({ type, certificate }: Pick<ConnectorDraft, 'type' | 'certificate'>): { certificate?: string } {
  if (!drivers[type].certificate || certificate == null) return {};
  try {
    clientOf(certificate);
    return shownOf(certificate);
  } catch (error) {
    throw error instanceof NotHeard ? wrongField('certificate', error.why) : error;
  }
}

/** The same of one that is kept, and may have expired since. */
const shownOf = (certificate: string | null): { certificate?: string } =>
  certificate === null ? {} : { certificate: fingerprintsIn(certificate) };

/** What the driver declares of them, as it is stored. */
export function declaredIn({ type, settings, sources }: Pick<ConnectorDraft, 'type' | 'settings' | 'sources'>) {
  const { fields, source } = drivers[type];
  const own = sources.map(({ machine, settings: told }) => ({ machine, settings: declaredOf(source, told) }));
  return { settings: declaredOf(fields, settings), sources: source.length > 0 ? own : [] };
}

function columnsOf(draft: ConnectorDraft) {
  const { type, name, endpoint, pollSeconds, stateMap } = draft;
  const { settings, sources } = declaredIn(draft);
  return {
    ...{ name, poll_seconds: pollSeconds, state_map: JSON.stringify(stateMap) },
    endpoint: drivers[type].schemes.length > 0 ? endpoint : '',
    settings: JSON.stringify(settings),
    sources: JSON.stringify(sources),
  };
}

export async function create(
  context: CallContext,
  { body }: CallArguments<typeof createConnector>,
): Promise<Connector> {
  const { facilityId } = context;
  const { eventId, ...draft } = body;
  requireEndpoint(draft);
  requireSettings(draft);
  if (drivers[draft.type].secret === 'REQUIRED' && !draft.secret) throw wrongField('secret', say('secretMissing'));
  const client = clientIn(draft);
  const id = await context.write(async (unit) => {
    const db = connectivityDb(unit);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`connectors ${facilityId}`}, 0))`.execute(unit.db);
    const { rows } = await sql<{ id: number | null; count: number }>`
      select min(id) filter (where event_id = ${eventId}) as id, count(*)::int as count from mc_connector
      where facility_id = ${facilityId}`.execute(unit.db);
    const [before] = rows;
    if (before?.id != null) return before.id;
    if ((before?.count ?? 0) >= mostConnectors) throw new CallError('CONFLICT', say('tooMany'));
    const row = await db
      .insertInto('mc_connector')
      .values({ ...columnsOf(draft), type: draft.type, facility_id: facilityId, event_id: eventId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (draft.secret && drivers[draft.type].secret !== 'NONE') {
      await context.get(keptSecrets).keep(unit, secretName(row.id), draft.secret);
    }
    if (client.certificate !== undefined) {
      await context.get(keptSecrets).keep(unit, certificateName(row.id), draft.certificate ?? null);
    }
    await setMachines(unit, facilityId, row.id, draft);
    await audited(unit, row.id, 'created', draft.name);
    await trusted(unit, row.id, {}, { ...trustOf(draft.type, declaredIn(draft).settings), ...client });
    return row.id;
  });
  return oneConnector(context, id);
}

export async function update(
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof updateConnector>,
): Promise<Connector> {
  const { facilityId } = context;
  await context.write(async (unit) => {
    const { type, version, endpoint, settings } = await lock(unit, facilityId, id);
    const draft = { ...body, type };
    requireEndpoint(draft);
    requireSettings(draft);
    if (version !== body.version) throw new CallError('CHANGED', say('changed'));
    const secrets = context.get(keptSecrets);
    const has = drivers[type].secret !== 'NONE' && (await secrets.find(unit.db, secretName(id))) !== null;
    // Whoever leads it elsewhere does not get a secret that they do not know.
    if (has && body.secret === undefined && originOf(endpoint) !== originOf(body.endpoint)) {
      throw wrongField('secret', say(drivers[type].secretIs === 'KEY' ? 'secretElsewhere' : 'passwordElsewhere'));
    }
    if (drivers[type].secret === 'REQUIRED' && (body.secret === null || (!has && !body.secret))) {
      throw wrongField('secret', say('secretMissing'));
    }
    const certificate = drivers[type].certificate ? await secrets.find(unit.db, certificateName(id)) : null;
    if (certificate !== null && body.certificate === undefined && originOf(endpoint) !== originOf(body.endpoint)) {
      throw wrongField('certificate', say('certificateElsewhere'));
    }
    const client = clientIn(draft);
    await connectivityDb(unit)
      .updateTable('mc_connector')
      .set({ ...columnsOf(draft), version: version + 1 })
      .where('id', '=', id)
      .execute();
    if (body.secret !== undefined && drivers[type].secret !== 'NONE') {
      await secrets.keep(unit, secretName(id), body.secret);
    }
    await setMachines(unit, facilityId, id, draft);
    await audited(unit, id, 'changed', body.name);
    const shown = shownOf(certificate);
    if (body.certificate !== undefined && drivers[type].certificate) {
      await secrets.keep(unit, certificateName(id), body.certificate);
    }
    await trusted(...([unit, id, { ...trustOf(type, keptSchema.parse(settings)), ...shown }] as const), {
      ...trustOf(type, declaredIn(draft).settings),
      ...(body.certificate === undefined ? shown : client),
    });
    await listenSoon(unit);
  });
  return oneConnector(context, id);
}

export async function run(
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof runConnector>,
): Promise<Connector> {
  await context.write(async (unit) => {
    const before = await lock(unit, context.facilityId, id);
    if (before.run === body.run) return;
    await sql`update mc_connector set run = ${body.run}, ok = null, version = version + 1 where id = ${id}`.execute(
      unit.db,
    );
    // Nobody listens: what they do is not known.
    if (body.run !== 'ON') await silence(unit, id);
    await audited(unit, id, body.run.toLowerCase());
    await listenSoon(unit);
  });
  return oneConnector(context, id);
}

async function silence({ db }: Work, connectorId: number): Promise<void> {
  await sql`
    with quiet as (
      update mc_machine set state = 'OFFLINE', since = now() where connector_id = ${connectorId} and state <> 'OFFLINE' returning id
    ) insert into mc_span (machine_id, state, from_at) select id, 'OFFLINE', now() from quiet
  `.execute(db);
}

export async function remove(
  context: CallContext,
  { params: { id } }: CallArguments<typeof removeConnector>,
): Promise<CallResult<typeof removeConnector>> {
  await context.write(async (unit) => {
    await lock(unit, context.facilityId, id);
    await context.get(keptSecrets).keep(unit, secretName(id), null);
    await context.get(keptSecrets).keep(unit, certificateName(id), null);
    await connectivityDb(unit).deleteFrom('mc_connector').where('id', '=', id).execute();
    await audited(unit, id, 'removed');
  });
  return { removed: true };
}

const mostWaiting = 10_000;

export async function drop(
  context: CallContext,
  { params: { id }, body: { eventId, readings } }: CallArguments<typeof dropReadings>,
): Promise<CallResult<typeof dropReadings>> {
  await context.write(async (unit) => {
    const { type, run: runs } = await lock(unit, context.facilityId, id);
    if (type !== 'FILE_DROP') throw new CallError('NOT_FOUND');
    if (runs !== 'ON') throw new CallError('CONFLICT', say('notOn'));
    await sql`delete from mc_drop where connector_id = ${id} and taken and at < now() - interval '1 day'`.execute(
      unit.db,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from mc_drop where connector_id = ${id} and not taken`.execute(unit.db);
    if ((rows[0]?.count ?? 0) >= mostWaiting) throw new CallError('CONFLICT', say('tooManyWait'));
    await connectivityDb(unit)
      .insertInto('mc_drop')
      .values({ connector_id: id, event_id: eventId, readings: JSON.stringify(readings) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return { taken: readings.length };
}

async function lock(unit: Work, facilityId: number, id: number) {
  const row = await connectivityDb(unit)
    .selectFrom('mc_connector')
    .select(['type', 'version', 'endpoint', 'run', 'settings'])
    .where('id', '=', id)
    .where('facility_id', '=', facilityId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

const audited = (unit: Work, id: number, what: string, name?: string): Promise<void> =>
  unit.audit({ action: `connector.${what}`, objectKind: 'MACHINE_CONNECTOR', objectId: String(id), after: name });

/** Whoever leads a connector to another machine, or takes away what protects it, is known afterwards. */
async function trusted(
  unit: Work,
  id: number,
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  if (sameTrust(before, after)) return;
  await unit.audit({ action: 'connector.trust', objectKind: 'MACHINE_CONNECTOR', objectId: String(id), before, after });
}

/** Machines that are not named stay as they are: they were heard since. Named ones that were never heard get a row. */
async function setMachines(unit: Work, facilityId: number, id: number, { machines }: ConnectorDraft): Promise<void> {
  if (machines.length === 0) return;
  const mapped = machines.flatMap(({ equipmentId }) => equipmentId ?? []);
  if (
    new Set(machines.map(({ machine }) => machine)).size !== machines.length ||
    new Set(mapped).size !== mapped.length
  ) {
    throw wrongField('machines', say('machineTwice'));
  }
  const own = await unit.db
    .selectFrom('equipment')
    .select('id')
    .where('facility_id', '=', facilityId)
    .where('id', '=', sql<number>`any(${mapped}::bigint[])`)
    .execute();
  if (own.length !== mapped.length) throw wrongField('machines', say('machineMissing'));
  const taken = await connectivityDb(unit)
    .selectFrom('mc_machine as m')
    .innerJoin('mc_connector as c', 'c.id', 'm.connector_id')
    .select('c.name')
    .where('m.equipment_id', '=', sql<number>`any(${mapped}::bigint[])`)
    .where('m.connector_id', '!=', id)
    .executeTakeFirst();
  if (taken) throw new CallError('CONFLICT', say('machineTaken', { connector: taken.name }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as t(machine text, "equipmentId" bigint)`;
  // First none, so that two machines may change places.
  await sql`update mc_machine m set equipment_id = null from ${rows} where m.connector_id = ${id} and m.machine = t.machine`.execute(
    unit.db,
  );
  await sql`
    insert into mc_machine (facility_id, connector_id, machine, equipment_id, live)
    select ${facilityId}, ${id}, t.machine, t."equipmentId", ${JSON.stringify(nothing)}::jsonb from ${rows}
    on conflict (connector_id, machine) do update set equipment_id = excluded.equipment_id
  `.execute(unit.db);
}
