import { CallError } from '@sinter/sdk/contract';
import {
  connectorRunSchema,
  sourceSchema,
  type Connector,
  type ConnectorHealth,
  type ConnectorRun,
} from '@sinter/sdk/contract/connectivity/connectors';
import { connectorTypeSchema, drivers, machineStateSchema } from '@sinter/sdk/contract/connectivity/states';
import { saidSchema } from '@sinter/sdk/contract/said';
import { isoTime, keptSecrets, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { machineFiles } from '../listen/folder.ts';
import { certificateName, secretName } from '../listen/link.ts';

/** A facility has at most so many. */
export const mostConnectors = 500;

const rowSchema = z.object({
  id: z.number(),
  type: connectorTypeSchema,
  name: z.string(),
  endpoint: z.string(),
  pollSeconds: z.number(),
  settings: z.record(z.string(), z.string()),
  sources: z.array(sourceSchema),
  stateMap: z.record(z.string(), machineStateSchema),
  run: connectorRunSchema,
  ok: z.boolean().nullable(),
  message: z.string(),
  said: saidSchema.nullable(),
  toldAt: z.string().nullable(),
  version: z.number(),
  machines: z.array(z.object({ machine: z.string(), equipmentId: z.number().nullable(), vendorState: z.string() })),
});

/** All of the active facility, or one. */
export async function connectors(context: CallContext, id: number | null = null): Promise<Connector[]> {
  const { db, facilityId } = context;
  const { rows } = await sql`
    select c.id, c.type, c.name, c.endpoint, c.poll_seconds as "pollSeconds", c.state_map as "stateMap", c.settings, c.sources, c.run, c.ok, c.message,
      c.said, ${isoTime('c.told_at')} as "toldAt", c.version, coalesce((
        select jsonb_agg(jsonb_build_object('machine', m.machine, 'equipmentId', m.equipment_id, 'vendorState', m.vendor_state)
          order by m.machine) from mc_machine m where m.connector_id = c.id), '[]') as machines
    from mc_connector c where c.facility_id = ${facilityId} and (${id}::bigint is null or c.id = ${id})
    order by lower(c.name), c.id limit ${mostConnectors}
  `.execute(db);
  const found = z.array(rowSchema).parse(rows);
  const names = found.flatMap(({ id: each, type }) => [
    ...(drivers[type].secret === 'NONE' ? [] : [secretName(each)]),
    ...(drivers[type].certificate ? [certificateName(each)] : []),
  ]);
  const secrets = await context.get(keptSecrets).known(db, names);
  return found.map(({ ok, message, said, toldAt, machines, ...row }) => {
    const words = machines.map(({ vendorState }) => vendorState).filter((word) => word !== '');
    const { states } = drivers[row.type];
    return {
      ...row,
      secretSet: secrets.has(secretName(row.id)),
      certificateSet: secrets.has(certificateName(row.id)),
      machines: machines.map(({ machine, equipmentId }) => ({ machine, equipmentId })),
      folder: row.type === 'FILE_DROP' && machineFiles() !== undefined ? String(row.id) : null,
      unknownStates: [...new Set(words)].filter((word) => !(word in states) && !(word in row.stateMap)),
      health: healthOf(row.run, ok),
      last: toldAt === null ? null : { message, at: toldAt, ...(said && { said }) },
    };
  });
}

const healthOf = (run: ConnectorRun, ok: boolean | null): ConnectorHealth =>
  run === 'ON' ? (ok === null ? 'WAITING' : ok ? 'OK' : 'FAILING') : run;

export async function oneConnector(context: CallContext, id: number): Promise<Connector> {
  const [connector] = await connectors(context, id);
  if (!connector) throw new CallError('NOT_FOUND');
  return connector;
}

export async function listed(context: CallContext) {
  const equipment = await context.db
    .selectFrom('equipment')
    .select(['id', 'display_name as name'])
    .where('facility_id', '=', context.facilityId)
    .where('hidden', '=', false)
    .orderBy('display_name')
    .limit(2000)
    .execute();
  return { connectors: await connectors(context), equipment };
}
