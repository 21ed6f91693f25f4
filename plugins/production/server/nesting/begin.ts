import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { mostNested, type beginNesting, type Nesting } from '@sinter/sdk/contract/production/nesting';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { tellNesting } from './audience.ts';
import { endNestingJob, nestJob } from './jobs.ts';
import { isCleared, requireNesting } from './read.ts';

export const keptDays = 7;
/** Processes whose powder carries the parts, so that they lie above each other. */
export const powderProcesses: ReadonlySet<string> = new Set([
  'SELECTIVE_LASER_SINTERING',
  'SELECTIVE_ABSORPTION_FUSION',
  'SELECTIVE_HEAT_SINTERING',
  'HPBJ',
  'BINDER_JETTING',
]);

type Body = CallArguments<typeof beginNesting>['body'];

export const begin = (context: CallContext, { body }: CallArguments<typeof beginNesting>): Promise<Nesting> =>
  context.write((unit) => beginIn(context, unit, body));

export async function beginIn(context: CallContext, unit: Work, body: Body): Promise<Nesting> {
  const { facilityId, user } = context;
  const ids = body.items.map(({ orderFileId }) => orderFileId);
  const refuse = (message: ReturnType<typeof say>): never => {
    throw new CallError('INVALID_INPUT', message, { fields: { items: message } });
  };
  if (new Set(ids).size !== ids.length) refuse(say('nestTwice'));
  const wanted = body.items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wanted > mostNested) refuse(say('nestTooMany', { most: mostNested, number: wanted }));
  const kept_until = new Date(Date.now() + keptDays * 86_400_000);
  const machine = await machineOf(unit, facilityId, body.equipmentId);
  await requireParts(context, unit, ids, machine.processId);
  const space = powderProcesses.has(machine.processKey) ? ('BED' as const) : ('PLATE' as const);
  const made = await productionDb(unit)
    .insertInto('nesting')
    .values({
      ...{ user_id: user.userId, facility_id: facilityId, equipment_id: body.equipmentId, kept_until },
      ...{ space, turning: turningIn(space, body), spacing_mm: body.spacingMm, wall_mm: body.wallMm },
      ...{ box_mm: machine.boxMm, seconds: body.seconds, most_builds: body.mostBuilds },
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'facility_id']).where('state', '=', 'WAITING').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new CallError('CONFLICT', say('nestWaits'));
  const items = body.items.map(({ orderFileId, quantity }, position) => ({
    ...{ nesting_id: made.id, order_file_id: orderFileId, quantity, position },
  }));
  await productionDb(unit).insertInto('nesting_item').values(items).execute();
  const payload = { nestingId: made.id };
  await unit.enqueue(nestJob, payload, { key: `nesting ${made.id}`, account: `facility ${facilityId}` });
  await unit.enqueue(endNestingJob, payload, { key: `end of nesting ${made.id}`, runAt: kept_until });
  await tellNesting(unit, { id: made.id, state: 'WAITING', share: 0, enough: false });
  return requireNesting(unit, context, made.id);
}

/** On a plate parts stand as they were prepared. */
const turningIn = (space: 'BED' | 'PLATE', { turning }: Body) => turning ?? (space === 'BED' ? 'ANY' : 'ABOUT_Z');

async function machineOf(unit: Work, facilityId: number, equipmentId: number) {
  const { rows } = await sql<{ processId: number; processKey: string; x: number | null; y: number; z: number }>`
    select m.am_process_id as "processId", p.process_key as "processKey",
      m.build_x_mm as x, m.build_y_mm as y, m.build_z_mm as z
    from equipment e join machine_model m on m.id = e.machine_model_id join am_process p on p.id = m.am_process_id
    where e.id = ${equipmentId} and e.facility_id = ${facilityId} and not e.hidden
  `.execute(unit.db);
  const [machine] = rows;
  if (!machine || machine.x === null) {
    const message = say(machine ? 'nestNoBuildVolume' : 'nestNoMachine');
    throw new CallError('INVALID_INPUT', message, { fields: { equipmentId: message } });
  }
  const { processId, processKey, x, y, z } = machine;
  return { processId, processKey, boxMm: [x, y, z] };
}

/** Of orders that the facility was awarded and the caller may see, for the process of the machine. */
async function requireParts(
  context: CallContext,
  unit: Work,
  orderFileIds: readonly number[],
  processId: number,
): Promise<void> {
  await context.get(orderProduction).requireAwarded(unit, context.facilityId, orderFileIds);
  const { rows } = await sql<{ controlled: boolean; name: string; fits: boolean }>`
    select ${orderIsControlled} as controlled, s.file_name as name, f.am_process_id = ${processId} as fits
    from rfq_order_file f join rfq_order o on o.id = f.order_id join stored_file s on s.id = f.original_file_id
    where f.id = any(${[...orderFileIds]}::bigint[]) order by f.id
  `.execute(unit.db);
  if (!isCleared(context) && rows.some(({ controlled }) => controlled)) {
    throw new CallError('EXPORT_CONTROLLED', say('nestControlled'));
  }
  const other = rows.find(({ fits }) => !fits);
  if (other) throw new CallError('CONFLICT', say('nestOtherProcess', { part: other.name }));
}
